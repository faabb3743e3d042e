-- Administrators list suspended people, of whom there are few, without reading everybody.
create index profile_suspended on profile (sort_key) where suspended and visibility <> 'private' and created;
