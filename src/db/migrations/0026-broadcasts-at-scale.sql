-- A mail is given up a day after its first try: the last of a large broadcast waits long for that.
alter table mail add column first_try_at timestamptz;

-- A broadcast reads its recipients in the order of their e-mails, a piece at a time.
drop index account_broadcasts;
create index account_recipients on account (email_key collate "C")
  where broadcasts and email_verified_at is not null and not suspended;
create index newsletter_subscriber_recipients on newsletter_subscriber (email_key collate "C")
  where confirmed_at is not null;
