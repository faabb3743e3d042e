-- As in 0056: the same texts are accepted, without a pattern that counts.
alter table stop
  drop constraint stop_own_company_id_check,
  add constraint stop_own_company_id_check check (octet_length(own_company_id) = 24 and own_company_id ~ '^[0-9a-f]*$');
