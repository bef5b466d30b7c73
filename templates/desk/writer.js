(() => {
"use strict";
/* The page on which a sheet is written: it sends the text to be read a moment after each change. */
const main = document.getElementById("writer");
const by = (id) => document.getElementById(id);
const sheet = by("sheet"), gutter = by("gutter"), receipt = by("receipt"), next = by("next"), said = by("said");
const names = JSON.parse(main.dataset.names), token = main.dataset.token;
let mark = main.dataset.mark, kept = sheet.value, timer = 0, asked = 0;

const button = (text, does) => {
  const one = document.createElement("button");
  one.type = "button";
  one.textContent = text;
  one.addEventListener("click", does);
  return one;
};
const send = (path, what) => fetch(path, { method: "POST",
  headers: { "Content-Type": "application/json", "X-Token": token }, body: JSON.stringify(what) });

/* --- the lines ----------------------------------------------------------------------------- */

const signs = { invalid: "\u00d7", illegal: "\u00d7", warning: "!", note: "\u00b7" };
function number(lines) {
  const marked = new Map(lines), rows = [];
  sheet.value.split("\n").forEach((_line, at) => {
    const row = document.createElement(marked.has(at + 1) ? "b" : "span");
    row.textContent = `${signs[marked.get(at + 1)] || ""}${at + 1}\n`;
    rows.push(row);
  });
  gutter.replaceChildren(...rows);
  gutter.scrollTop = sheet.scrollTop;
}
sheet.addEventListener("scroll", () => { gutter.scrollTop = sheet.scrollTop; });

function go(line) {
  const lines = sheet.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  sheet.focus();
  sheet.setSelectionRange(start, start + (lines[line - 1] || "").length);
  sheet.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(sheet).lineHeight));
}

/* --- the receipt --------------------------------------------------------------------------- */

function tell(text) {
  const parts = text.split(/(\bline \d+)/);
  receipt.replaceChildren(...parts.map((part, at) => (at % 2 ? button(part, () => go(Number(part.slice(5)))) : part)));
}
function offer(words) {
  next.replaceChildren(...words.map((word, at) => {
    const one = button(word, () => take(word));
    if (at < 9) {
      const key = document.createElement("kbd");
      key.textContent = ` ${at + 1}`;
      one.append(key);
    }
    return one;
  }));
}
function take(word) {
  const at = sheet.selectionEnd, begun = sheet.value.slice(0, at).match(/[\w'\-]*$/)[0];
  sheet.focus();
  sheet.setRangeText(`${word} `, at - begun.length, at, "end");
  changed();
}
async function read() {
  const mine = ++asked;
  try {
    const answer = await send("/check", { text: sheet.value, at: sheet.selectionEnd });
    if (mine !== asked) return;
    if (!answer.ok) throw new Error(answer.statusText);
    const found = await answer.json();
    tell(found.receipt);
    number(found.lines);
    offer(found.next);
    by("hint").textContent = found.hint;
    by("mail").href = found.mail;
    if (said.dataset.lost) { said.textContent = "The program answers again."; delete said.dataset.lost; }
  } catch {
    if (mine !== asked || said.dataset.lost) return;
    said.dataset.lost = "yes";
    said.textContent = "The program does not answer, so nothing is checked or saved. Your text stays here: copy it, start pbm write again, and paste it there.";
  }
}
function changed() {
  clearTimeout(timer);
  timer = setTimeout(read, 150);
}
sheet.addEventListener("input", () => { number([]); changed(); });
for (const kind of ["keyup", "click"]) sheet.addEventListener(kind, (event) => {
  if (kind === "click" || /^(Arrow|Home|End|Page)/.test(event.key)) changed();
});

/* --- units --------------------------------------------------------------------------------- */

/* The line that begins a unit's part of the sheet: its name is one of the first two words. */
function place(name) {
  const lines = sheet.value.split("\n"), small = name.toLowerCase();
  const found = lines.findIndex((line) => {
    const text = line.trim().toLowerCase();
    if (text.startsWith("#")) return false;
    const rest = text.replace(/^\S+\s+/, "");
    return [text, rest].some((one) => one === small || (one.startsWith(small) && /^[\s:,"]/.test(one.slice(small.length))));
  });
  return found + 1;
}
function units() {
  by("units").replaceChildren(...names.filter(place).map((name) => button(name, () => { if (place(name)) go(place(name)); })));
}
for (const text of document.querySelectorAll(".chart svg text")) {
  const name = names.find((one) => one === text.textContent.trim());
  if (!name) continue;
  const whole = text.closest("[data-u], .unit, .counter") || text;
  whole.classList.add("here");
  whole.addEventListener("click", () => { const line = place(name); if (line) go(line); });
}

/* --- saving -------------------------------------------------------------------------------- */

async function save() {
  const text = sheet.value;
  try {
    const answer = await send("/save", { text, mark });
    const found = await answer.json();
    said.textContent = found.why;
    if (found.saved) { mark = found.mark; kept = text; }
  } catch {
    said.textContent = "The program does not answer; nothing was saved. Your text stays here.";
  }
}
by("save").addEventListener("click", save);
by("copy").addEventListener("click", async () => {
  try {
    await navigator.clipboard.writeText(sheet.value);
    said.textContent = "Copied.";
  } catch {
    sheet.focus();
    sheet.select();
    said.textContent = "Selected: press Ctrl+C to copy.";
  }
});
addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") { event.preventDefault(); save(); }
  else if (event.altKey && /^[1-9]$/.test(event.key) && next.children[event.key - 1]) { event.preventDefault(); next.children[event.key - 1].click(); }
});
addEventListener("beforeunload", (event) => { if (sheet.value !== kept) event.preventDefault(); });

number(JSON.parse(main.dataset.lines));
tell(receipt.textContent);
units();
changed();
})();
