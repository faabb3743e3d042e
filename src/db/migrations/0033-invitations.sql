-- How many members came in by a code, and to how many addresses it was mailed. Who came is not kept.
alter table early_access_code
  add column joined integer not null default 0 check (joined >= 0),
  add column addresses integer not null default 0 check (addresses between 0 and 500);

-- The mails by which a code was sent to a pasted list. They go with the mails, after 30 days.
create table invitation (
  mail_id bigint primary key references mail on delete cascade,
  code_id bigint not null references early_access_code on delete cascade
);
create index invitation_code on invitation (code_id);
