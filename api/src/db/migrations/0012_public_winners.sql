-- The winners' lists are read in this order and filtered by these columns, without the entries' texts.
drop index apply_orders_public;
create index apply_orders_public on apply_orders (edition_id, award_id, title, id)
  include (category_id, section_id, country) where is_show and entry_status = 60;

create extension if not exists pg_trgm;

-- What visitors search a winner by. Entries that are not shown have no words.
create function winner_words(title text, entry_no text, answers jsonb) returns text
language sql immutable parallel safe as $$
  select lower(title || E'\n' || entry_no || E'\n' || coalesce(answers ->> 'company', '') || E'\n' ||
    coalesce(answers ->> 'title_local', '') || E'\n' || coalesce(answers ->> 'summary', '') || E'\n' ||
    coalesce(jsonb_path_query_array(answers, '$.designers[*].name') #>> '{}', ''))
$$;
alter table apply_orders add column public_words text
  generated always as (case when is_show then winner_words(title, entry_no, answers) end) stored;
create index apply_orders_public_words on apply_orders using gin (public_words gin_trgm_ops)
  where is_show and entry_status = 60;
