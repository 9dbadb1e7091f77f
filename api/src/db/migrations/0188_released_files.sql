-- A picture that leaves an entry can be put back for 30 days, counted from then; no column said when that was. Null for a
-- file that never left one, whose days count from its upload.
alter table stored_files add column released_at timestamptz;

-- Copies share files with their source. Whoever deletes links locks the files in the order of their ids: in the order of the
-- links, two entries that give up the same two files at once would wait for each other at commit (a deadlock).
create function lock_released_files() returns trigger language plpgsql as $$
begin
  perform id from stored_files where id in (select file_id from gone) order by id for no key update;
  return null;
end $$;
create trigger entry_files_lock after delete on entry_files
  referencing old table as gone for each statement execute function lock_released_files();
create trigger entry_answer_files_lock after delete on entry_answer_files
  referencing old table as gone for each statement execute function lock_released_files();

-- At commit, since a save deletes the links of an entry and adds those that stay anew. By entry and not by file: while
-- another entry has the file its time does not matter, and the last one to give it up writes it anew. A deleted entry gives
-- up its files.
create function note_released_file() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'entry_files' then
    if exists (select from entry_files
      where apply_order_id = old.apply_order_id and file_id = old.file_id) then return null; end if;
  elsif exists (select from entry_answer_files
    where apply_order_id = old.apply_order_id and file_id = old.file_id) then return null;
  end if;
  update stored_files set released_at = now() where id = old.file_id;
  return null;
end $$;
create constraint trigger entry_files_released after delete on entry_files
  deferrable initially deferred for each row execute function note_released_file();
create constraint trigger entry_answer_files_released after delete on entry_answer_files
  deferrable initially deferred for each row execute function note_released_file();
