-- A seat that was given while the jurors disagreed: its vote ends the discussion.
alter table assignments add column is_extra boolean not null default false;

-- The one definition of a vote that counts (domain page §2.11).
create view counted_votes as
select s.id as score_id, s.apply_order_id, s.juror_id, s.level, s.total,
  entry.edition_id, entry.category_id, seat.is_extra
from scores s
join apply_orders entry on entry.id = s.apply_order_id
join assignments seat on seat.apply_order_id = s.apply_order_id
  and seat.juror_id = s.juror_id and seat.level = s.level
where not s.is_draft and seat.status = 3 and entry.entry_status not in (90, 91)
  and not exists (select 1 from conflicts c where c.apply_order_id = s.apply_order_id
    and c.juror_id = s.juror_id and c.state = 'standing');

create function quorum_of(level smallint) returns integer immutable language sql
  return case level when 2 then 3 else 2 end;

-- What the votes on an entry say, to two decimals; nothing below the quorum.
create view vote_figures as
select apply_order_id, level, votes, voters, totals, has_extra_vote,
  case when is_quorate then round(centre, 2) end as mean,
  case when is_quorate then round((middle + 1e-9)::numeric, 2) end as median,
  case when is_quorate then round(case when votes < 5 then centre
    else (total - highest - lowest) / (votes - 2) end, 2) end as trimmed,
  case when is_quorate then round(spread, 2) end as deviation,
  case when is_quorate then highest - lowest end as range,
  is_quorate and (round(spread, 2) > 12 or highest - lowest > 30) as is_divergent
from (
  select apply_order_id, level, count(*)::integer as votes, bool_or(is_extra) as has_extra_vote,
    array_agg(juror_id order by juror_id) as voters, array_agg(total order by juror_id) as totals,
    avg(total) as centre, sum(total) as total, max(total) as highest, min(total) as lowest,
    percentile_cont(0.5) within group (order by total) as middle, stddev_pop(total) as spread,
    count(*) >= quorum_of(level) as is_quorate
  from counted_votes group by apply_order_id, level) counted;

-- The same, kept; `flagged_at` tells since when the jurors disagree. `voters` and their `totals` stand beside each
-- other, so that a whole edition is put in order without reading its votes.
create table entry_figures (
  apply_order_id bigint not null references apply_orders (id) on delete cascade,
  level          smallint not null,
  edition_id     bigint not null,
  category_id    bigint not null,
  votes          integer not null default 0,
  voters         bigint[] not null default '{}',
  totals         numeric(5, 2)[] not null default '{}',
  mean           numeric(5, 2),
  median         numeric(5, 2),
  trimmed        numeric(5, 2),
  deviation      numeric(5, 2),
  range          numeric(5, 2),
  is_divergent   boolean not null default false,
  has_extra_vote boolean not null default false,
  is_to_discuss  boolean not null generated always as (is_divergent and not has_extra_vote) stored,
  flagged_at     timestamptz,
  primary key (apply_order_id, level)
);
create index entry_figures_by_mean on entry_figures (edition_id, level, mean, apply_order_id);
create index entry_figures_by_category on entry_figures (edition_id, level, category_id, votes)
  where votes > 0;
create index entry_figures_to_discuss on entry_figures (edition_id) where is_to_discuss;

-- What a juror has given in a category: sums from which the juror's mean and spread follow.
create table juror_figures (
  juror_id      bigint not null references jurors (id) on delete cascade,
  edition_id    bigint not null,
  level         smallint not null,
  category_id   bigint not null,
  votes         integer not null,
  total_sum     numeric not null,
  total_squares numeric not null,
  primary key (juror_id, edition_id, level, category_id)
);
create index juror_figures_by_edition on juror_figures (edition_id, level, category_id);

-- Results as they were frozen. `document` is canonical NDJSON, compressed; the fingerprint is that of its
-- text, which names the fingerprint before.
create table result_snapshots (
  id              bigint primary key default new_id(),
  edition_id      bigint not null references editions (id),
  entries         integer not null,
  votes           integer not null,
  document        bytea not null,
  sha256          text not null constraint result_snapshots_sha256_form check (sha256 ~ '^[0-9a-f]{64}$'),
  previous_sha256 text,
  frozen_by       bigint references users (id),
  frozen_at       timestamptz not null
);
create index result_snapshots_by_edition on result_snapshots (edition_id, id);
create trigger result_snapshots_append_only before update or delete on result_snapshots
  for each row execute function refuse_change();

create table result_rows (
  snapshot_id    bigint not null references result_snapshots (id),
  apply_order_id bigint not null,
  figures        jsonb not null,
  primary key (snapshot_id, apply_order_id)
);
create trigger result_rows_append_only before update or delete on result_rows
  for each row execute function refuse_change();

-- The snapshot that stands; with one, no figure of the edition moves.
alter table editions add column snapshot_id bigint references result_snapshots (id);

/*
 * Computes again what concerns these entries and these voters. Freezing takes the same lock alone. Voters are
 * locked before entries, each in the order of their ids, so that no two transactions wait for each other.
 */
create function refresh_figures(entries bigint[], voters bigint[]) returns void language plpgsql as $$
declare
  is_gone boolean;
begin
  if coalesce(cardinality(entries), 0) = 0 then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('results', edition_id))
    from (select distinct edition_id from apply_orders where id = any(entries) order by 1) edition;
  perform 1 from jurors where id = any(voters) order by id for no key update;

  is_gone := exists (select 1 from unnest(entries) as given(id)
    where not exists (select 1 from apply_orders o where o.id = given.id));
  entries := array(select o.id from apply_orders o join editions e on e.id = o.edition_id
    where o.id = any(entries) and e.snapshot_id is null);
  insert into entry_figures (apply_order_id, level, edition_id, category_id)
    select distinct o.id, s.level, o.edition_id, o.category_id
    from apply_orders o join scores s on s.apply_order_id = o.id
    where o.id = any(entries) order by 1, 2
    on conflict do nothing;
  perform 1 from entry_figures where apply_order_id = any(entries)
    order by apply_order_id, level for update;

  with place as (
    select edition_id, category_id from apply_orders where id = any(entries)
    union select edition_id, category_id from entry_figures where apply_order_id = any(entries)
    union select f.edition_id, f.category_id from juror_figures f
      join editions e on e.id = f.edition_id and e.snapshot_id is null
      where is_gone and f.juror_id = any(voters)),
  counted as (
    select juror_id, edition_id, level, category_id, count(*)::integer as votes,
      sum(total) as total_sum, sum(total * total) as total_squares
    from counted_votes
    where juror_id = any(voters) and (edition_id, category_id) in (select * from place)
    group by juror_id, edition_id, level, category_id),
  written as (
    insert into juror_figures as f
      (juror_id, edition_id, level, category_id, votes, total_sum, total_squares)
    select juror_id, edition_id, level, category_id, votes, total_sum, total_squares from counted
    on conflict (juror_id, edition_id, level, category_id) do update
      set votes = excluded.votes, total_sum = excluded.total_sum,
        total_squares = excluded.total_squares)
  delete from juror_figures f
  where f.juror_id = any(voters) and (f.edition_id, f.category_id) in (select * from place)
    and not exists (select 1 from counted c where c.juror_id = f.juror_id
      and c.edition_id = f.edition_id and c.level = f.level and c.category_id = f.category_id);

  update entry_figures f set edition_id = o.edition_id, category_id = o.category_id,
    votes = coalesce(v.votes, 0), voters = coalesce(v.voters, '{}'),
    totals = coalesce(v.totals, '{}'), mean = v.mean, median = v.median, trimmed = v.trimmed,
    deviation = v.deviation, range = v.range,
    is_divergent = coalesce(v.is_divergent, false),
    has_extra_vote = coalesce(v.has_extra_vote, false),
    flagged_at = case when v.is_divergent then coalesce(f.flagged_at, now()) end
  from apply_orders o cross join (values (2::smallint), (3::smallint)) of_level (level)
  left join lateral (select * from vote_figures one
    where one.apply_order_id = o.id and one.level = of_level.level) v on true
  where o.id = any(entries) and f.apply_order_id = o.id and f.level = of_level.level;
end $$;

-- All figures of an edition, when it is taken out of the embargo again.
create function refresh_edition(edition bigint) returns void language sql as $$
  select refresh_figures(
    array(select id from apply_orders where edition_id = edition),
    array(select distinct s.juror_id from scores s
      join apply_orders o on o.id = s.apply_order_id where o.edition_id = edition))
$$;

-- `changed` is what a statement has written or deleted, `before` what an update has replaced.
create function score_votes_changed() returns trigger language plpgsql as $$
begin
  perform refresh_figures(array_agg(distinct apply_order_id), array_agg(distinct juror_id))
    from changed where not is_draft;
  return null;
end $$;
create function score_votes_rewritten() returns trigger language plpgsql as $$
begin
  perform refresh_figures(array_agg(distinct apply_order_id), array_agg(distinct juror_id))
    from changed join before using (id, apply_order_id, juror_id, level)
    where not (changed.is_draft and before.is_draft)
      and (changed.is_draft, changed.total) is distinct from (before.is_draft, before.total);
  return null;
end $$;
create function seat_votes_changed() returns trigger language plpgsql as $$
begin
  perform refresh_figures(array_agg(distinct apply_order_id), array_agg(distinct juror_id))
    from changed where status = 3;
  return null;
end $$;
create function seat_votes_rewritten() returns trigger language plpgsql as $$
begin
  perform refresh_figures(array_agg(distinct apply_order_id), array_agg(distinct juror_id))
    from changed join before using (id, apply_order_id, juror_id, level)
    where (changed.status = 3) <> (before.status = 3);
  return null;
end $$;
create function conflict_votes_changed() returns trigger language plpgsql as $$
begin
  perform refresh_figures(array_agg(distinct apply_order_id), array_agg(distinct juror_id))
    from changed where exists (select 1 from scores s
      where s.apply_order_id = changed.apply_order_id and s.juror_id = changed.juror_id);
  return null;
end $$;
create function entry_votes_changed() returns trigger language plpgsql as $$
begin
  perform refresh_figures(array[new.id], array_agg(juror_id)) from scores
    where apply_order_id = new.id;
  return null;
end $$;

create trigger votes_inserted after insert on scores referencing new table as changed
  for each statement execute function score_votes_changed();
create trigger votes_updated after update on scores
  referencing old table as before new table as changed
  for each statement execute function score_votes_rewritten();
create trigger votes_deleted after delete on scores referencing old table as changed
  for each statement execute function score_votes_changed();
create trigger votes_inserted after insert on assignments referencing new table as changed
  for each statement execute function seat_votes_changed();
create trigger votes_updated after update on assignments
  referencing old table as before new table as changed
  for each statement execute function seat_votes_rewritten();
create trigger votes_deleted after delete on assignments referencing old table as changed
  for each statement execute function seat_votes_changed();
create trigger votes_inserted after insert on conflicts referencing new table as changed
  for each statement execute function conflict_votes_changed();
create trigger votes_updated after update on conflicts referencing new table as changed
  for each statement execute function conflict_votes_changed();
create trigger votes_deleted after delete on conflicts referencing old table as changed
  for each statement execute function conflict_votes_changed();
create trigger votes_moved after update on apply_orders for each row
  when ((old.entry_status in (90, 91)) <> (new.entry_status in (90, 91))
    or old.category_id <> new.category_id or old.edition_id <> new.edition_id)
  execute function entry_votes_changed();

-- A seat that is given while the jurors disagree is an extra one.
create function mark_extra_seat() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.status = 6 and new.status <> 6 then
    new.is_extra := exists (select 1 from entry_figures f
      where f.apply_order_id = new.apply_order_id and f.level = new.level and f.is_divergent);
  end if;
  return new;
end $$;
create trigger mark_extra_seat before insert or update on assignments
  for each row execute function mark_extra_seat();

/*
 * A total beside the juror's own centre and spread, which a few votes hardly move away from everybody's
 * (domain page §2.11); `shared/src/domain/jury/scoring.ts` says the same.
 */
create function balanced_of(total float8,
  own_votes float8, own_sum float8, own_squares float8,
  all_votes float8, all_sum float8, all_squares float8) returns float8 immutable language sql as $$
  select case when everybody.variance <= 1e-9 then total else least(100, greatest(0,
    everybody.centre + sqrt(everybody.variance)
    * (total - own.weight * own.centre - (1 - own.weight) * everybody.centre)
    / sqrt(own.weight * own.variance + (1 - own.weight) * everybody.variance))) end
  from (select all_sum / all_votes as centre,
      greatest(0, all_squares / all_votes - (all_sum / all_votes) ^ 2) as variance) everybody,
    (select own_votes / (own_votes + 4) as weight, own_sum / own_votes as centre,
      greatest(0, own_squares / own_votes - (own_sum / own_votes) ^ 2) as variance) own
$$;

-- True where every juror who votes in the category has scored every entry of it.
create function is_complete(edition bigint, jury_level smallint, category bigint) returns boolean
  stable language sql as $$
  select coalesce((select min(f.votes) from entry_figures f where f.edition_id = edition
      and f.level = jury_level and f.category_id = category and f.votes > 0)
    = (select count(*) from juror_figures j where j.edition_id = edition
      and j.level = jury_level and j.category_id = category), false)
$$;

select refresh_edition(id) from editions;
