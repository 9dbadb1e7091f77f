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

-- What changes about jurors (`seats` is given: a profile, a membership, an erasure) only adds conflicts to entries that are
-- judged, and weakens none: emptying the profile took the conflict away, and the excluded vote counted again. The conflicts
-- of an erased juror stay with a judged entry also when the entry changes, since nothing is left to compare.
create or replace function refresh_conflicts(entries bigint[], seats bigint[]) returns void
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  with entry as materialized (
    select o.id, o.user_id, o.project_id, o.answers, o.agent_code, o.invitation_code, u.email, u.company, u.school,
      u.first_name || ' ' || u.last_name as entrant
    from apply_orders o join users u on u.id = o.user_id
    where o.entry_status >= 10 and (entries is null or o.id = any(entries))),
  bringer as (
    select entry.id, owner.id as owner_id, owner.is_agent, owner.email, owner.company
    from entry
    cross join lateral (values (entry.agent_code), (entry.invitation_code)) used (code)
    join codes k on k.code = used.code and k.kind <> 'juror_invite'
    join users owner on owner.id = k.owner_id),
  entry_tie (entry_id, strength, evidence, type, tie) as (
    select id, 1, 'code', 'referral', 'account ' || owner_id from bringer
    union all
    select id, 1, 'code', 'referral', 'domain ' || own_mail_domain(email) from bringer where is_agent
    union all
    select id, 1, 'code', 'referral', 'organisation ' || organisation_key(company) from bringer where is_agent
    union all
    select id, 2, 'account', 'other', 'account ' || user_id from entry
    union all
    select entry.id, 2, 'organisation', 'collaborator', 'account ' || team.member_id
    from entry join studio_members team on team.owner_id = entry.user_id and team.project_id is null
    union all
    select entry.id, 2, 'organisation', 'collaborator', 'account ' || team.member_id
    from entry join studio_members team on team.project_id = entry.project_id
    union all
    select id, 3, 'domain', 'employer', 'domain ' || own_mail_domain(email) from entry
    union all
    select id, 4, 'organisation', 'employer', 'organisation ' || organisation_key(named)
    from entry, unnest(array[company, school, answers ->> 'company', answers ->> 'client']) named
    where named <> ''
    union all
    select id, 5, 'credits', 'collaborator', 'person ' || person_key(entrant) from entry
    union all
    select id, 5, 'credits', 'collaborator', 'person ' || person_key(credit ->> 'name')
    from entry, jsonb_path_query(answers, 'lax $.designers[*]') credit),
  juror as (select * from jurors where seats is null or id = any(seats)),
  juror_tie (juror_id, tie) as (
    select id, 'account ' || user_id from juror
    union all
    select id, 'domain ' || own_mail_domain('@' || named) from juror, unnest(email_domains) named
    union all
    select id, 'organisation ' || organisation_key(named) from juror, unnest(affiliations || company) named
    union all
    select id, 'person ' || person_key(name) from juror),
  finding as materialized (
    select distinct on (entry_tie.entry_id, juror_tie.juror_id) entry_tie.*, juror_tie.juror_id
    from entry_tie join juror_tie using (tie)
    order by entry_tie.entry_id, juror_tie.juror_id, entry_tie.strength),
  gone as (
    delete from conflicts c using apply_orders o
    where o.id = c.apply_order_id
      and c.source = 'system' and (entries is null or c.apply_order_id = any(entries))
      and (seats is null or c.juror_id = any(seats))
      and (o.entry_status < 40 or seats is null and not exists (
        select 1 from jurors j join users u on u.id = j.user_id where j.id = c.juror_id and u.status = 'erased'))
      and not exists (select 1 from finding f
        where f.entry_id = c.apply_order_id and f.juror_id = c.juror_id))
  insert into conflicts as c (juror_id, apply_order_id, type, source, is_pinned, evidence)
  select juror_id, entry_id, type, 'system', strength <= 2, evidence from finding
  on conflict (juror_id, apply_order_id) do update
    set type = excluded.type, is_pinned = excluded.is_pinned, evidence = excluded.evidence, at = now(),
      state = 'standing', dismissed_at = null, dismissed_by = null, dismissed_reason = null
    where c.source = 'system' and (c.evidence is distinct from excluded.evidence
      or c.type <> excluded.type or c.is_pinned <> excluded.is_pinned)
      and (excluded.is_pinned or not c.is_pinned or seats is null or exists (
        select 1 from apply_orders o where o.id = c.apply_order_id and o.entry_status < 40));
end $$;

-- An update that names the columns without changing them (`awards apply` writes whole rows) compared judged entries with the
-- profiles of today. An owner who goes, by an erasure, leaves the conflicts of judged entries: the agent brought them.
create or replace function conflicts_follow_code() returns trigger language plpgsql as $$
declare
  changed text[] := array(select distinct code from (values
    (case when tg_op <> 'INSERT' then old.code end), (case when tg_op <> 'DELETE' then new.code end)) c (code)
    where code is not null);
  is_left boolean := false;
begin
  if tg_op = 'UPDATE' then
    if (old.code, old.kind, old.owner_id) is not distinct from (new.code, new.kind, new.owner_id) then
      return null;
    end if;
    is_left := new.owner_id is null;
  end if;
  perform refresh_conflicts_of_entries(array(
    select id from apply_orders where agent_code = any(changed)
      and entry_status >= 10 and (entry_status < 40 or not is_left)
    union
    select id from apply_orders where invitation_code = any(changed)
      and entry_status >= 10 and (entry_status < 40 or not is_left)));
  return null;
end $$;
