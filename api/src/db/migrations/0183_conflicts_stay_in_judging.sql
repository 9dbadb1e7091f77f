-- An entrant's profile follows the entrant alone: a juror's company or name in it made a conflict, so that the vote of that
-- juror no longer counted, and the profile of before took the conflict away without a trace. Once an entry is judged
-- (`in_judging`, 40, or later) a profile neither adds conflicts to it nor takes them away. Before, no vote depends on it.
create or replace function conflicts_follow_person() returns trigger language plpgsql as $$
begin
  perform refresh_conflicts_of_entries(array(
    select id from apply_orders where user_id = new.id and entry_status between 10 and 39
    union
    select o.id from codes k join apply_orders o on o.agent_code = k.code
    where k.owner_id = new.id and o.entry_status between 10 and 39
    union
    select o.id from codes k join apply_orders o on o.invitation_code = k.code
    where k.owner_id = new.id and o.entry_status between 10 and 39));
  return null;
end $$;

-- A membership concerns the member's own seat alone. The seats of others are left, as they would be compared with the
-- profile that the owner has now.
create or replace function conflicts_follow_member() returns trigger language plpgsql as $$
declare
  team studio_members := case when tg_op = 'DELETE' then old else new end;
  entries bigint[];
  seats bigint[];
begin
  -- A juror who is seated at the same time waits for the lock, or is read here after it.
  perform pg_advisory_xact_lock_shared(hashtext('conflicts'));
  seats := array(select id from jurors where user_id = team.member_id);
  if cardinality(seats) = 0 then return null; end if;
  entries := array(
    select id from apply_orders where entry_status >= 10 and (
      (team.project_id is null and user_id = team.owner_id) or project_id = team.project_id));
  if cardinality(entries) > 0 then perform refresh_conflicts(entries, seats); end if;
  return null;
end $$;
