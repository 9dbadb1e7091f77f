-- Members of studios. The account that owns works is the studio; a member has one role for all of its works, or for
-- one. A membership that has ended stays: it is a conflict of interest for good.
create table studio_members (
  id         bigint primary key default new_id(),
  owner_id   bigint not null references users (id) on delete cascade,
  member_id  bigint not null references users (id) on delete cascade,
  -- Null: every work of the owner.
  project_id bigint references projects (id) on delete cascade,
  role       text not null constraint studio_members_role_known check (role in ('editor', 'payer', 'viewer')),
  since      timestamptz not null default now(),
  ended_at   timestamptz,
  constraint studio_members_not_oneself check (owner_id <> member_id)
);
create unique index studio_members_once on studio_members (owner_id, member_id, project_id) nulls not distinct
  where ended_at is null;
create index studio_members_by_member on studio_members (member_id);
create index studio_members_by_project on studio_members (project_id) where project_id is not null;
create index apply_orders_by_project on apply_orders (project_id);

-- Who did it, where a person did.
alter table entry_events add column by_user_id bigint references users (id) on delete set null;
create index entry_events_by_person on entry_events (by_user_id) where by_user_id is not null;
-- Who wrote the texts last.
alter table apply_orders add column edited_by bigint references users (id) on delete set null;
create index apply_orders_by_editor on apply_orders (edited_by) where edited_by is not null;

-- A juror who is or was a member of the studio may not judge its works; nobody can dismiss that.
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
    delete from conflicts c
    where c.source = 'system' and (entries is null or c.apply_order_id = any(entries))
      and (seats is null or c.juror_id = any(seats))
      and not exists (select 1 from finding f
        where f.entry_id = c.apply_order_id and f.juror_id = c.juror_id))
  insert into conflicts as c (juror_id, apply_order_id, type, source, is_pinned, evidence)
  select juror_id, entry_id, type, 'system', strength <= 2, evidence from finding
  on conflict (juror_id, apply_order_id) do update
    set type = excluded.type, is_pinned = excluded.is_pinned, evidence = excluded.evidence, at = now(),
      state = 'standing', dismissed_at = null, dismissed_by = null, dismissed_reason = null
    where c.source = 'system' and (c.evidence is distinct from excluded.evidence
      or c.type <> excluded.type or c.is_pinned <> excluded.is_pinned);
end $$;

create function conflicts_follow_member() returns trigger language plpgsql as $$
declare
  team studio_members := case when tg_op = 'DELETE' then old else new end;
begin
  perform refresh_conflicts_of_entries(array(
    select id from apply_orders where entry_status >= 10 and (
      (team.project_id is null and user_id = team.owner_id) or project_id = team.project_id)));
  return null;
end $$;
create trigger conflicts_follow_member after insert or delete or update of owner_id, project_id on studio_members
  for each row execute function conflicts_follow_member();
