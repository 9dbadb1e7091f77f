-- Whatever changes what visitors read is told to every process at its commit, so that none goes on
-- answering from its memory. Equal notices of one transaction arrive as one.
create function announce_public_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_content', tg_table_name);
  return null;
end $$;

-- Tables of which every row is for visitors, or decides about what they see.
do $$
declare
  name text;
begin
  foreach name in array array[
    'banners', 'blocks', 'articles', 'media_reports', 'faqs', 'policies', 'regulation_chapters',
    'site_documents', 'editions', 'phases', 'sections', 'award_levels', 'categories', 'criteria',
    'category_weights', 'fee_periods', 'fee_prices', 'winner_packages', 'winner_package_prices',
    'jurors', 'juror_categories', 'certificates'
  ] loop
    execute format(
      'create trigger announce_public_change after insert or update or delete or truncate on %I
         for each statement execute function announce_public_change()', name);
  end loop;
end $$;

-- Of the entries only awarded ones can be public (status 60); drafts are saved all the time.
create trigger announce_public_insert after insert on apply_orders
  for each row when (new.entry_status = 60) execute function announce_public_change();
create trigger announce_public_update after update on apply_orders
  for each row when (old.entry_status = 60 or new.entry_status = 60)
  execute function announce_public_change();
create trigger announce_public_delete after delete on apply_orders
  for each row when (old.entry_status = 60) execute function announce_public_change();

create function announce_entry_file_change() returns trigger language plpgsql as $$
begin
  if exists (
    select 1 from apply_orders
    where id in (new.apply_order_id, old.apply_order_id) and entry_status = 60
  ) then
    perform pg_notify('public_content', tg_table_name);
  end if;
  return null;
end $$;
create trigger announce_public_change after insert or update or delete on entry_files
  for each row execute function announce_entry_file_change();
