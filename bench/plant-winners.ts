import type { openDatabase } from '../api/src/db/database.ts'

type Pool = ReturnType<typeof openDatabase>['pool']

const SEASONS = 8
const SHEETS_OF = 16

/**
 * Plants public winners in a programme that is loaded: past seasons full of copies of its own winners,
 * with their texts and pictures under other titles, in every category, section, level and country.
 */
export async function plantWinners(pool: Pool, count: number) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    // Neither notices nor checks for each row: the rows are known to be right.
    await client.query('set local session_replication_role = replica')
    await client.query(`
      insert into editions (code, name, year, season, status, opens_at, closes_at, results_published_at)
      select 'OLD-' || n, jsonb_build_object('en', 'Season ' || n), 2025 - n, 1, 5,
        now() - make_interval(years => n + 1), now() - make_interval(years => n, days => 200),
        now() - make_interval(years => n)
      from generate_series(1, ${SEASONS}) as n`)
    await client.query(
      `create temporary table planted on commit drop as
      select n, new_id() as id, new_id() as project_id, 'OLD-' || (n % ${SEASONS} + 1) as edition,
        n % ${SHEETS_OF} as model,
        initcap(substr(md5(n::text), 1, 2 + n % 9)) || ' ' || (array['Lamp', 'Chair', 'House',
          'Poster', 'Tram', 'Vase', '灯', '椅'])[n * 7 % 8 + 1] || ' ' || n as title,
        (array['FR', 'CN', 'DE', 'IT', 'US', 'BR', 'ZA', 'JP', 'KR', 'MX'])[n * 11 % 10 + 1] as country
      from generate_series(1, $1::int) as n`,
      [count],
    )
    await client.query(`
      create temporary table models on commit drop as
      select row_number() over (order by e.id) - 1 as model, e.*
      from apply_orders e where e.is_show limit ${SHEETS_OF}`)
    await client.query(`
      insert into projects (id, user_id, title)
      select p.project_id, m.user_id, p.title from planted p join models m using (model)`)
    await client.query(`
      insert into apply_orders (id, entry_no, judging_no, edition_id, project_id, user_id, section_id,
        category_id, award_id, title, country, answers, winning_info, jury_statement, entry_status,
        entry_fee_status, is_show, submitted_at, paid_at, published_at)
      select p.id, 'P' || p.n, '#P' || p.n, d.id, p.project_id, m.user_id,
        (select array_agg(id order by sort) from sections)[p.n * 3 % 4 + 1],
        (select array_agg(id order by sort, id) from categories where parent_id is not null)[p.n * 5 % 14 + 1],
        (select array_agg(id order by rank) from award_levels)[least(5, 1 + floor(ln(p.n % 60 + 1)))],
        p.title, p.country, m.answers || jsonb_build_object('summary', p.title || ' ' || (m.answers ->> 'summary')),
        m.winning_info, m.jury_statement, 60, 2, true, d.opens_at, d.opens_at, d.results_published_at
      from planted p join models m using (model) join editions d on d.code = p.edition`)
    await client.query(`
      insert into entry_files (apply_order_id, file_id, kind, sort, alt, credit)
      select p.id, f.file_id, f.kind, f.sort, f.alt, f.credit
      from planted p join models m using (model)
      join entry_files f on f.apply_order_id = m.id and f.kind <> 'pdf'`)
    await client.query(`
      insert into certificates (number, apply_order_id, award_id, holder)
      select 'C-P' || p.n, e.id, e.award_id, 'Planted'
      from planted p join apply_orders e on e.id = p.id`)
    await client.query('commit')
    await client.query('notify public_content')
    await client.query('vacuum analyze')
  } finally {
    client.release()
  }
}
