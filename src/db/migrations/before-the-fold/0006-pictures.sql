-- A person's picture, re-encoded by us: 512 x 512 WebP. Its id is random and
-- anew with every picture and every switch of visibility.
create table picture (
  id bigint generated always as identity primary key,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  profile_id bigint not null unique references profile on delete cascade,
  bytes bytea not null check (length(bytes) between 1 and 1000000)
);
