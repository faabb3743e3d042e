-- Administrators suspend profiles. Nothing has ever set account.suspended, and nothing reads it any more. The column
-- stays for processes of the version before.
create index account_recipients_all on account (email_key collate "C")
  where broadcasts and email_verified_at is not null;
drop index account_recipients;
alter index account_recipients_all rename to account_recipients;
