-- Plain names: a company in a pipeline is a stop, a random place in lists is a shuffle position.
alter table entry rename to stop;
alter table role rename column entry_id to stop_id;
alter table profile rename column deal to shuffle_position;

-- A merge keeps what it did in JSON, to undo it later.
update company_merge
set undo = replace(replace(undo::text, '"entries":', '"stops":'), '"entry":', '"stop":')::jsonb
where undo ? 'entries';
