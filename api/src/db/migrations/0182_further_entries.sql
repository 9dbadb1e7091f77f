-- Entries that were added to a work began empty. They get the pictures of the work; a draft without a text gets its answers.
with further as (
  select entry.id, model.id as model_id
  from apply_orders entry
  cross join lateral (
    select other.id from apply_orders other
    where other.project_id = entry.project_id and other.edition_id = entry.edition_id and other.id <> entry.id
      and exists (select from entry_files file where file.apply_order_id = other.id)
    order by other.entry_status = 0 desc, other.updated_at desc
    limit 1) model
  where entry.entry_status in (0, 10, 20, 25, 30, 40)
    and not exists (select from entry_files file where file.apply_order_id = entry.id)
), pictures as (
  insert into entry_files (apply_order_id, file_id, kind, sort, alt, credit)
  select further.id, file.file_id, file.kind, file.sort, file.alt, file.credit
  from further join entry_files file on file.apply_order_id = further.model_id
)
update apply_orders entry
set answers = model.answers, country = model.country, version = entry.version + 1
from further join apply_orders model on model.id = further.model_id
where entry.id = further.id and entry.entry_status = 0 and entry.answers - 'title' = '{}'::jsonb;
