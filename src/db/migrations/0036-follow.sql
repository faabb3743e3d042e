-- What a person follows, by public id, slug or query. It says what somebody looks for, so only that person sees it, and
-- it goes with the account.
create table follow (
  account_id text not null references account on delete cascade,
  kind text not null check (kind in ('company', 'school', 'title', 'route')),
  thing text not null check (length(thing) between 1 and 2000),
  -- A route is followed as long as it is saved.
  route text generated always as (case when kind = 'route' then thing end) stored,
  created_at timestamptz not null,
  primary key (account_id, kind, thing),
  foreign key (account_id, route) references saved_route on delete cascade
);
create index follow_route on follow (route) where route is not null;

-- Who asked for the weekly letter. The id is that of one consent: who leaves and comes back has another.
create table weekly_letter (
  account_id text not null primary key references account on delete cascade,
  public_id text not null unique check (public_id ~ '^[0-9a-f]{24}$'),
  asked_at timestamptz not null
);

-- The weeks that were counted, by their first day, and how far their letters are.
create table weekly_batch (
  day date not null primary key,
  counted_at timestamptz not null,
  -- The last account that was looked at.
  cursor text not null default '',
  is_sent boolean not null default false
);

-- What is told of public people: in fives, rounded down, each number once and only while at least so many are there.
create table weekly_news (
  kind text not null check (kind in ('company', 'school', 'title', 'route')),
  thing text not null check (length(thing) between 1 and 2000),
  day date not null,
  people integer not null check (people >= 5 and people % 5 = 0),
  primary key (kind, thing, day)
);
create index weekly_news_thing on weekly_news (thing);

-- Routes whose feed somebody reads. Nobody's: whoever asks for a feed is not known.
create table feed_route (
  query text not null primary key check (length(query) between 1 and 2000),
  since timestamptz not null,
  -- Day of the latest week in which it was asked for.
  asked_on date not null
);
create index feed_route_asked on feed_route (asked_on);
