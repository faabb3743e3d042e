-- A client that keeps the profile's id from its sign-in goes on with it after a switch of visibility. The session holds
-- keyed hashes of earlier ids: 16 places of 16 bytes, newest first. Places without one hold random bytes, so that a dump
-- does not tell which accounts ever switched.
alter table session add column former_ids bytea not null
  default sha256(uuid_send(gen_random_uuid())) || sha256(uuid_send(gen_random_uuid()))
    || sha256(uuid_send(gen_random_uuid())) || sha256(uuid_send(gen_random_uuid()))
    || sha256(uuid_send(gen_random_uuid())) || sha256(uuid_send(gen_random_uuid()))
    || sha256(uuid_send(gen_random_uuid())) || sha256(uuid_send(gen_random_uuid()))
  check (length(former_ids) = 256);

-- Somebody could see the profile once: only then does a switch of visibility need new ids.
alter table profile add column was_shown boolean not null default false;
update profile set was_shown = created;
