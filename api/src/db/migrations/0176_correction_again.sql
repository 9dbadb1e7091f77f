-- A correction that is asked for again keeps its status and gets another date; its entrant is told anew. At commit, as
-- the events of a status are.
create function note_correction_again() returns trigger language plpgsql as $$
declare
  became text := told_entry_status(new.entry_status);
begin
  perform note_webhook_event('entry.' || became, 'entry:' || new.id, 'entry', array[new.user_id],
    jsonb_build_object('apply_order_id', new.id::text, 'entry_no', new.entry_no, 'status', became));
  return null;
end $$;
create constraint trigger apply_orders_correction_again after update of correction_due_at on apply_orders
  deferrable initially deferred for each row
  when (old.entry_status = 25 and new.entry_status = 25
    and new.correction_due_at is not null and old.correction_due_at is distinct from new.correction_due_at)
  execute function note_correction_again();
