-- A comment that is written anew has to be read again before it reaches the entrant.
create function comment_waits_again() returns trigger language plpgsql as $$
begin
  new.comment_state := 'pending';
  new.comment_reason := null;
  new.moderated_at := null;
  new.moderated_by := null;
  return new;
end $$;
create trigger comment_waits_again before update of comment_entrant on scores
  for each row when (new.comment_entrant is distinct from old.comment_entrant)
  execute function comment_waits_again();

alter table scores add constraint scores_withheld_has_reason
  check (comment_state <> 'withheld' or comment_reason is not null);
create index scores_with_comment on scores (comment_state, apply_order_id)
  where not is_draft and comment_entrant <> '';
