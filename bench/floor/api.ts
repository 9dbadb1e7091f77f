import type { openDatabase } from '../../api/src/db/database.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { prepareNginx } from '../../deploy/replicas/nginx.ts'
import { freePort } from '../../e2e/src/harness/site.ts'
import { eventually } from '../../e2e/src/harness/until.ts'

// What bench/api.ts measures against: planted winners, their answers in one table for the Fastify floor, and nginx that
// answers from memory, from files or in front of the site.

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

// nginx limits a configuration token to 4,096 bytes, so longer bodies are split.
const PIECE = 1_000

const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`

/** Directives that return `body` from memory. */
function answering(path: string, body: string) {
  if (body.includes('$')) throw new Error('nginx would read a variable in this answer')
  const pieces = [...body.matchAll(new RegExp(`[^]{1,${PIECE}}`, 'gu'))].map(([piece]) => piece)
  const sets = pieces.map((piece, index) => `set $p${index} ${quoted(piece)};`)
  const all = pieces.map((_, index) => `\${p${index}}`).join('')
  return `location = ${path} { default_type application/json; ${sets.join(' ')} return 200 "${all}"; }`
}

/** Starts nginx; returns its worker processes, or undefined if it is not installed. */
async function start(command: string, args: readonly string[], base: string, pidFile: string) {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] })
  const missing = once(child, 'error').then(() => true)
  const isGone = async () => child.exitCode !== null
  const isSettled = () => fetch(base).then(() => true, isGone)
  if (await Promise.race([missing, eventually(isSettled, Boolean).then(isGone)])) return undefined
  const master = readFileSync(pidFile, 'utf8').trim()
  const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ')
  // A cache adds a loader process, which exits after a minute, and a manager.
  const isWorker = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker')
  return {
    pids: children.filter(isWorker).map(Number),
    base,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

/**
 * nginx with one worker that serves the responses by path, from its configuration (`return`) and, below `/files`, as
 * files.
 */
export async function startNginx(folder: string, answers: Readonly<Record<string, string>>) {
  const port = await freePort()
  const locations = Object.entries(answers).map(([path, body]) => answering(path, body))
  for (const [path, body] of Object.entries(answers)) {
    const file = join(folder, 'files', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, body)
  }
  const settings = join(folder, 'nginx.conf')
  const pidFile = join(folder, 'nginx.pid')
  writeFileSync(
    settings,
    `worker_processes 1; daemon off; pid ${pidFile}; error_log stderr crit; user root;
     events { worker_connections 256; }
     http { access_log off; keepalive_requests 1000000000; default_type application/json;
       server { listen 127.0.0.1:${port}; location /files/ { root ${folder}; }
         ${locations.join('\n')} } }`,
  )
  return start('nginx', ['-c', settings], `http://127.0.0.1:${port}`, pidFile)
}

/** nginx with the production template in front of a site. */
export async function startEdge(folder: string, upstream: number) {
  const port = await freePort()
  const own = join(folder, 'edge')
  const { command, args } = prepareNginx({ folder: own, port, upstreams: [upstream] })
  const settings = join(own, 'nginx.conf')
  // autocannon counts a connection that is closed after 1,000 requests as an error.
  const endless = readFileSync(settings, 'utf8').replace(
    'http {',
    'http { keepalive_requests 1000000000;',
  )
  writeFileSync(settings, endless)
  return start(command, args, `http://127.0.0.1:${port}`, join(own, 'nginx.pid'))
}
