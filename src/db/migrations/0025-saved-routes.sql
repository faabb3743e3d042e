-- Routes of /search that a person keeps. They say what somebody looks for, so only that person sees them, and they go
-- with the account.
create table saved_route (
  account_id text not null references account on delete cascade,
  -- The route as its address writes it.
  query text not null check (length(query) between 1 and 2000),
  created_at timestamptz not null,
  primary key (account_id, query)
);
