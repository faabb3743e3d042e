-- When somebody was last suspended: no session that began until then counts. It stands with the profile, as the audit
-- log's line does, and not with the sessions, which belong to an e-mail.
alter table profile add column sessions_from timestamptz;
