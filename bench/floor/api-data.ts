import type { openDatabase } from '../../api/src/db/database.ts'

type Pool = ReturnType<typeof openDatabase>['pool']

const SEASONS = 8
const SHEETS_OF = 16

/**
 * Inserts public winners into a loaded programme: past seasons with copies of its winners under other titles, spread
 * over all categories, sections, levels and countries.
 */
export async function plantWinners(pool: Pool, count: number) {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    // Disables triggers and foreign-key checks per row: the rows are known to be valid.
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

const AT_ONCE = 8
const LARGEST_PAGE = 100

export async function dataOf<T>(url: string, headers: Record<string, string> = {}): Promise<T> {
  const { code, data } = (await (await fetch(url, { headers })).json()) as { code: number; data: T }
  if (code !== 200) throw new Error(`${url} answered ${code}`)
  return data
}

type Page = { list: { apply_order_id: string }[]; total: number }

/**
 * Stores the site's responses item by item in a table, so that the Fastify floor returns the same data with one query.
 * Returns the ids of the stored winners.
 */
export async function keepAnswers(pool: Pool, site: string, sheets: number): Promise<string[]> {
  await pool.query(
    `create table floor_rows (call text, place int, body json, primary key (call, place))`,
  )
  const put = (call: string, from: number, bodies: unknown[]) =>
    pool.query(
      `insert into floor_rows select $1, $2 + ordinality, value
       from json_array_elements($3::json) with ordinality`,
      [call, from, JSON.stringify(bodies)],
    )
  async function each(count: number, one: (index: number) => Promise<unknown>) {
    let next = 0
    const work = async () => {
      while (next < count) await one(next++)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
  }

  const ids: string[] = []
  for (const call of ['winnerList', 'indexWinnerList']) {
    const page = (current: number) =>
      dataOf<Page>(`${site}/api/index/${call}?current=${current}&pageSize=${LARGEST_PAGE}`)
    const { total } = await page(1)
    await each(Math.ceil(total / LARGEST_PAGE), async (index) => {
      const { list } = await page(index + 1)
      if (call === 'winnerList') ids.push(...list.map(({ apply_order_id }) => apply_order_id))
      await put(call, index * LARGEST_PAGE, list)
    })
  }
  const kept = ids.slice(0, sheets)
  await each(kept.length, async (index) => {
    await put('winnerInfo', index, [
      await dataOf(`${site}/api/index/winnerInfo?apply_order_id=${kept[index]}`),
    ])
  })
  return kept
}
