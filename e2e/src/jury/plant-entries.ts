import { judge } from '@awards/shared/contract'
import { call } from '../harness/call.ts'
import type { Site } from '../harness/site.ts'
import { databaseUrl } from '../harness/database.ts'
import { Client } from 'pg'

const VOTES = 5

/** `letter` tells the numbers of one planting from those of another; `votes` is 0 for entries nobody has seen yet. */
type Planting = { letter?: string; votes?: number }

/** Runs one statement of a transaction. */
type Query = (text: string, values?: unknown[]) => Promise<unknown>

/** Plants entries beside a judged one of the chair whose token it is. */
export async function plantBesideJudged(site: Site, token: string, count: number) {
  const { list } = await call(site, token, judge.judgeEntryList, { pageSize: 100 })
  const model = list.find(({ first_level }) => first_level.votes > 0) ?? list[0]
  await plantEntries(site, count, model?.apply_order_id ?? '')
}

/**
 * Plants entries beside one that is judged, copies of it under titles of their own, each with five votes of the
 * first level. Neither notices nor checks for each row: the rows are known to be right.
 */
export async function plantEntries(
  site: Pick<Site, 'dataDir'>,
  count: number,
  model: string,
  planting: Planting = {},
) {
  const client = new Client({ connectionString: databaseUrl(site) })
  await client.connect()
  try {
    await client.query('begin')
    await plantRows((text, values) => client.query(text, values), count, model, planting)
    await client.query('commit')
    await client.query('vacuum analyze apply_orders, assignments, scores, entry_figures')
  } finally {
    await client.end()
  }
}

/**
 * Gives every planted vote its marks, one by criterion; five rows a vote, hence apart. Without them the planner takes
 * the table of marks for a small one.
 */
export async function plantMarks(site: Pick<Site, 'dataDir'>) {
  const client = new Client({ connectionString: databaseUrl(site) })
  await client.connect()
  try {
    await client.query(`
      insert into score_items (score_id, criterion_id, value)
      select score.id, criterion.id, 10 + (score.id + criterion.id) % 9
      from scores score cross join criteria criterion
      where not exists (select 1 from score_items item where item.score_id = score.id)`)
    await client.query('vacuum analyze score_items')
  } finally {
    await client.end()
  }
}

/**
 * The rows of `plantEntries`, in a transaction of the caller; the statistics of the tables are left as they are.
 */
export async function plantRows(
  query: Query,
  count: number,
  model: string,
  { letter = 'Z', votes = VOTES }: Planting = {},
) {
  await query('set local statement_timeout = 0')
  await query('set local session_replication_role = replica')
  await query('create temporary table model (like apply_orders) on commit drop')
  await query('insert into model select * from apply_orders where id = $1', [model])
  await query(
    `create temporary table planted on commit drop as
    select n, new_id() as id, new_id() as project_id,
      initcap(substr(md5(n::text), 1, 2 + n % 9)) || ' ' || (array['Lamp', 'Chair', 'House',
        'Poster', 'Tram', 'Vase', '灯', '椅'])[n * 7 % 8 + 1] || ' ' || n as title
    from generate_series(1, $1::int) as n`,
    [count],
  )
  await query(`
    insert into projects (id, user_id, title)
    select p.project_id, m.user_id, p.title from planted p, model m`)
  await query(
    `insert into apply_orders (id, entry_no, judging_no, edition_id, project_id, user_id, section_id,
      category_id, title, answers, entry_status, entry_fee_status, submitted_at, paid_at)
    select p.id, 'Z' || $1::text || lpad(p.n::text, 7, '0'), '#' || $1::text || p.n, m.edition_id, p.project_id, m.user_id,
      m.section_id, m.category_id, p.title, m.answers, m.entry_status, m.entry_fee_status,
      m.submitted_at, m.paid_at
    from planted p, model m`,
    [letter],
  )
  await query(`
    create temporary table voters on commit drop as
    select juror.id as juror_id, row_number() over (order by juror.id) as place
    from jurors juror order by juror.id limit ${votes}`)
  await query(`
    insert into assignments (apply_order_id, juror_id, level, status)
    select p.id, v.juror_id, 2, 3 from planted p, voters v`)
  await query(`
    insert into scores (apply_order_id, juror_id, level, total, is_draft, submitted_at)
    select p.id, v.juror_id, 2, 40 + (p.n * 37 + v.place * 11) % 110 / 2.0, false, now()
    from planted p, voters v`)
  await query(`
    insert into entry_figures (apply_order_id, level, edition_id, category_id, votes, voters,
      totals, mean, median, trimmed, deviation, range, is_divergent, has_extra_vote)
    select f.apply_order_id, f.level, m.edition_id, m.category_id, f.votes, f.voters, f.totals, f.mean, f.median,
      f.trimmed, f.deviation, f.range, f.is_divergent, f.has_extra_vote
    from vote_figures f join planted p on p.id = f.apply_order_id, model m`)
  await query(`
    insert into juror_figures as kept
      (juror_id, edition_id, level, category_id, votes, total_sum, total_squares)
    select v.juror_id, v.edition_id, v.level, v.category_id, count(*), sum(v.total), sum(v.total * v.total)
    from counted_votes v, model m where v.edition_id = m.edition_id
    group by v.juror_id, v.edition_id, v.level, v.category_id
    on conflict (juror_id, edition_id, level, category_id) do update set votes = excluded.votes,
      total_sum = excluded.total_sum, total_squares = excluded.total_squares`)
  await query(`select nextval('review_changes')`)
}
