-- A personal access token is a session of a kind of its own: whatever ends an account's sessions ends it too.
-- Its name stands in "device".
alter table session drop constraint session_kind_check;
alter table session add constraint session_kind_check check (kind in ('browser', 'client', 'access-token'));
-- what an access token may do
alter table session add column scope text check (scope in ('read', 'write'));
alter table session add constraint session_scope_of_access_tokens check ((kind = 'access-token') = (scope is not null));
