"""The post office: sheets come in by mail, answers and reports go out by mail.

    source -> mail as read -> who may -> pbm.intake.submit -> answer in outbox/mail/ -> sender

`settings` is the ``[mail]`` table of campaign.toml, `message` a mail as it was read, `answers`
what is to be sent in answer to one. docs/mail.md describes the whole for people.
"""
