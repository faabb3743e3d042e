-- The report rules look at all pipelines piece by piece. This is how far they are, to go on after an interruption; no
-- row: at the beginning.
create table report_walk (
  is_only boolean primary key default true check (is_only),
  walked_to bigint not null
);

-- Who else has a long text: the rule for the same text asks for each long text of a piece. The least length is that of
-- NONSENSE in features/report/rules.ts.
create index role_long_title on role (lower(title), profile_id) where length(title) >= 40;
create index role_long_location on role (lower(location), profile_id) where length(location) >= 40;
create index company_long_name on company (lower(display_name)) where length(display_name) >= 40;

-- What is deleted or emptied by its age is found without reading what stays.
create index audit_log_origin on audit_log (at) where origin <> '';
create index newsletter_subscriber_unconfirmed on newsletter_subscriber (link_expires_at) where confirmed_at is null;
create index login_failure_last on login_failure (last_at);
-- An account's deletion deletes the mails to its address; mails of some kinds are deleted once they are sent.
create index mail_recipient on mail (lower(recipient));
create index mail_forgotten on mail (state) where kind = 'moderation-notice';
-- Personal mails that wait are found behind those of a long broadcast.
create index mail_waiting_personal on mail (created_at)
  where state in ('queued', 'sending') and kind not in ('broadcast', 'weekly-letter');
