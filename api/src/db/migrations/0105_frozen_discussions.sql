-- A snapshot of results keeps fingerprints of the texts of a discussion, never the texts: they can be erased.
-- `seal` is part of each fingerprint and goes with its text, so that nobody finds a short text by trying.
alter table deliberations
  add column seal      text not null default gen_random_uuid()::text,
  add column erased_at timestamptz,
  add constraint deliberations_erased check (erased_at is null or (summary = '' and seal = ''));
alter table deliberation_comments
  add column seal      text not null default gen_random_uuid()::text,
  add column erased_at timestamptz,
  add constraint deliberation_comments_erased check (erased_at is null or (body = '' and seal = ''));

-- Once the results are frozen, agenda, threads and summaries do not change: only an erasure empties texts, and
-- rows go with their entry or juror.
create function refuse_change_of_discussion() returns trigger language plpgsql as $$
declare
  changed constant record := coalesce(new, old);
  texts constant text[] := '{body,hidden_reason,summary,is_released,summary_version,seal,erased_at}';
begin
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then
    return old;
  end if;
  if tg_op = 'UPDATE' and to_jsonb(new) ->> 'erased_at' is not null
      and to_jsonb(new) - texts = to_jsonb(old) - texts then
    return new;
  end if;
  if exists (select 1 from apply_orders entry join editions edition on edition.id = entry.edition_id
      where entry.id = changed.apply_order_id and edition.snapshot_id is not null) then
    raise exception '% is frozen with the results', tg_table_name;
  end if;
  return changed;
end $$;
create trigger deliberations_frozen before insert or update or delete on deliberations
  for each row execute function refuse_change_of_discussion();
create trigger deliberation_comments_frozen before insert or update or delete on deliberation_comments
  for each row execute function refuse_change_of_discussion();
create trigger deliberation_marks_frozen before insert or update or delete on deliberation_marks
  for each row execute function refuse_change_of_discussion();
