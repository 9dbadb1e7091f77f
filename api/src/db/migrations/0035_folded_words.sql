-- How words are compared: without capitals and accents, and an apostrophe is one however it is typed.
create function folded(words text) returns text
language sql immutable parallel safe as $$
  select translate(
    regexp_replace(normalize(lower(words), nfd), '[\u0300-\u036f]', '', 'g'), '’ʼ', '''''')
$$;

-- Rewrites the table: the words of every entry that is shown are folded anew.
alter table apply_orders drop column public_words;
alter table apply_orders add column public_words text
  generated always as (case when is_show then folded(winner_words(title, entry_no, answers)) end) stored;
create index apply_orders_public_words on apply_orders using gin (public_words gin_trgm_ops)
  where is_show and entry_status = 60;
