-- Further Idempotency-Keys under which the same message was sent within ten minutes: each stays the same broadcast for a day.
alter table broadcast add column further_keys bytea[] not null default '{}';
