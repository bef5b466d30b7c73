"""The pregame sheet that is sent to players, valid unchanged. Rule: NV SET-11 to SET-35."""

KEPT = 362
TEXT = f"""# Change whatever you like; the receipt shows every sum.
HOME TYPE 8                       # 7, 6 or 5 give 400, 800 or 1200 MCr more
# A sample technology, and behind it the levels in which you differ from it;
# without "preset" the levels you write are all that you have.
TECH preset stomp, IE 2
DESIGN Scout
  IE 1
  JD4 L8
  1 XC
END DESIGN
DESIGN Hauler
  IE 1
  JD4 L8
  2 CH
END DESIGN
DESIGN Lancer
  IE 2
  JD4 L8
  3 SI 9
  12 AR 1
  2 BL 18
  1 FC 4
  1 SN 20
END DESIGN
BUY Scout 6 as Scout-1, Scout-2, Scout-3, Scout-4, Scout-5, Scout-6
BUY Hauler 3 as Hauler-1, Hauler-2, Hauler-3
BUY Lancer 4 as Lance, Pike, Spear, Halberd
BUY C 9
BUY RA 2
KEEP {KEPT}
"""
