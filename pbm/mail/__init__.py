"""Play by mail: take sheets in, send receipts, reports and reminders.

    mailbox -> mail -> proof of sender -> pbm.intake.submit -> answer in outbox/mail/ -> server

`settings` finds the files that ``[mail]`` in campaign.toml names, `inbound` reads mail,
`processing` takes it in and answers it, `outbound` sends. docs/mail.md is the guide.
"""
