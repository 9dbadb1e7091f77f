-- What the jury's lists narrow and sort by, so that a list is put in order without the sheets themselves.
create index apply_orders_under_review on apply_orders (edition_id, category_id, entry_no)
  include (id, entry_status, decision_status, is_show, award_id, submitted_at) where entry_status > 0;
create index apply_orders_review_words on apply_orders
  using gin ((title || E'\n' || judging_no || E'\n' || entry_no) gin_trgm_ops) where entry_status > 0;

-- Rises with every change that can move an entry in a list, into it or out of it; a list that was put in
-- order before is put in order again. The lock tells, until the transaction ends, that a change is not seen yet.
create sequence review_changes;
create function review_changed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(26, 1);
  perform nextval('review_changes');
  return null;
end $$;

create trigger review_changed after insert or delete or update of edition_id, category_id, section_id, title,
  entry_no, judging_no, entry_status, entry_fee_status, winner_fee_status, decision_status, award_id, is_show,
  agent_code, invitation_code, divergence_closed_at, submitted_at
  on apply_orders for each statement execute function review_changed();
create trigger review_changed after insert or update or delete on assignments
  for each statement execute function review_changed();
create trigger review_changed after insert or update or delete on conflicts
  for each statement execute function review_changed();
create trigger review_changed after insert or update or delete on entry_figures
  for each statement execute function review_changed();
create trigger review_changed after insert or update or delete on juror_figures
  for each statement execute function review_changed();
create trigger review_changed after insert or update or delete on identity_reports
  for each statement execute function review_changed();
create trigger review_changed after update of snapshot_id on editions
  for each statement execute function review_changed();
create trigger review_changed after update of rank on award_levels
  for each statement execute function review_changed();
