import { payments } from '@awards/shared/contract'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { deadlyProxy, ownWallet } from '../../ops/workload/simulated-wallet.ts'
import { SEED } from '../../tools/testing/scale.ts'
import { tokenOf } from './harness/browser.ts'
import { call } from './harness/call.ts'
import { MINUTE, SECOND, siteClock } from './harness/clock.ts'
import { databaseUrl, query } from './harness/database.ts'
import { demoData, freePort, newFolder, startSite, type Site } from './harness/site.ts'
import { fullOnly } from './harness/scale.ts'
import { expect, test } from './harness/test.ts'

const ROUNDS = 40
/** Kills fall upon the time that a notification takes here, every fourth upon what follows it. */
const DURING_MS = 30
const DURING_SHARE = 1.5
const AFTER_MS = 700
/** The wallet tells its news again this often; a start takes longer. */
const REPEAT_MS = 150
const PATIENCE = 60 * SECOND
/** A job of a process that was killed waits for the end of its lease. */
const LEASE = 3 * MINUTE

/** Forty starts: a machine that is busy with other things takes its time. */

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

async function until(holds: () => Promise<boolean> | boolean, what: string) {
  const limit = Date.now() + PATIENCE
  while (!(await holds())) {
    if (Date.now() > limit) throw new Error(`Waited too long until ${what}`)
    await pause(50)
  }
}

let database: Site
let site: Site
let shift = 0
const stops: (() => void)[] = []
test.afterAll(async () => {
  for (const stop of stops) stop()
  await site?.kill()
  await database?.discard()
})

/** Submitted entries of one person that wait to be paid. */
async function unpaidEntries() {
  const [model] = await query<{ id: string; email: string }>(
    database,
    `select e.id, u.email from apply_orders e join users u on u.id = e.user_id
      where e.entry_status = 10 and e.entry_fee_status = 0 limit 1`,
  )
  if (!model) throw new Error('The demo has no entry that waits to be paid')
  const copies = await query<{ id: string }>(
    database,
    `with made as (
       insert into projects (user_id, title)
       select user_id, 'Copy ' || n from apply_orders, generate_series(1, ${ROUNDS}) n where id = $1
       returning id)
     insert into apply_orders (entry_no, judging_no, project_id, edition_id, user_id, section_id,
       category_id, title, country, answers, entry_status, submitted_at)
     select entry_no || '-' || made.id, judging_no || '-' || made.id, made.id, edition_id, user_id,
       section_id, category_id, title, country, answers, entry_status, submitted_at
     from apply_orders, made where apply_orders.id = $1 returning id`,
    [model.id],
  )
  return { email: model.email, ids: copies.map(({ id }) => id) }
}

/** How far the site had come with a payment when it was killed. */
async function stageOf(orderNo: string) {
  const [row] = await query<{ stage: string }>(
    database,
    `select case
       when exists (select from invoices where order_no = $1) then 'after the invoice'
       when exists (select from payment_events where order_no = $1) then 'after the record'
       when exists (select from ledger where order_no = $1) then 'after the booking'
       else 'before the booking' end as stage`,
    [orderNo],
  )
  return row?.stage ?? ''
}

test(
  `${ROUNDS} kills between a notification and its answer: each is paid once, with one invoice, and no number is left out`,
  fullOnly,
  async () => {
    const begin = performance.now()
    // The database is another process, which no kill reaches.
    database = await startSite({ dataDir: await demoData(), env: { SERVE: 'registry' } })
    const dataDir = await newFolder()
    const port = await freePort()
    const clock = siteClock(dataDir)
    const wallet = await ownWallet(() => new Date(Date.now() + shift))
    const proxy = await deadlyProxy(`http://localhost:${port}`)
    stops.push(wallet.stop, proxy.close)
    const env = {
      ...clock.env,
      ...wallet.env(proxy.url),
      DATABASE_URL: databaseUrl(database),
      LOG_LEVEL: 'error',
      MFE_DIR: await newFolder(),
      NODE_COMPILE_CACHE: await newFolder(),
    }
    site = await startSite({ dataDir, port, env })
    wallet.setChaos({ retryScheduleMs: Array.from({ length: 2_000 }, () => REPEAT_MS) })

    const { email, ids } = await unpaidEntries()
    const token = await tokenOf(site, email)
    const orders: string[] = []
    for (const apply_order_id of ids) {
      const { order_no } = await call(site, token, payments.getEntryFeeQrcode, { apply_order_id })
      orders.push(order_no)
    }

    const random = seededRandom(`payment crash ${SEED}`)
    const stages = new Map<string, number>()
    for (const [round, order] of orders.entries()) {
      const during = Math.max(DURING_MS, proxy.took() * DURING_SHARE)
      const limit = round % 4 === 3 ? during + AFTER_MS : during
      const told = proxy.acknowledged()
      const dead = proxy.killAtNext(random() * limit, () => site.kill())
      expect(wallet.pay(order)).toMatchObject({ ok: true })
      await dead
      const stage = await stageOf(order)
      stages.set(stage, (stages.get(stage) ?? 0) + 1)
      site = await startSite({ dataDir, port, env })
      await until(() => proxy.acknowledged() > told, `${order} is acknowledged`)
    }

    shift = LEASE
    clock.moveBy(LEASE)
    const count = async (table: 'invoices' | 'ledger') => {
      const rows = await query<{ order_no: string }>(
        database,
        `select order_no from ${table} where kind in ('invoice', 'payment') and order_no = any($1)`,
        [orders],
      )
      return rows.map(({ order_no }) => order_no).sort()
    }
    const all = [...orders].sort()
    await until(async () => (await count('invoices')).length >= ROUNDS, 'all invoices are written')
    expect(await count('ledger')).toEqual(all)
    expect(await count('invoices')).toEqual(all)
    const fees = await query<{ fee: number; status: number }>(
      database,
      'select entry_fee_status as fee, entry_status as status from apply_orders where id = any($1)',
      [ids],
    )
    expect(fees).toEqual(ids.map(() => ({ fee: 2, status: 20 })))

    const series = await query<{ series: string; numbers: number; last: number }>(
      database,
      `select regexp_replace(number, '\\d+$', '') as series, count(*)::int as numbers,
       max(substring(number from '\\d+$')::int) as last
     from invoices where kind = 'invoice' group by 1`,
    )
    for (const { numbers, last } of series) expect(numbers).toBe(last)

    const told = [...stages].map(([stage, times]) => `${times} ${stage}`).join(', ')
    const seconds = Math.round((performance.now() - begin) / SECOND)
    console.log(`${ROUNDS} kills in ${seconds} s: ${told}`)
  },
)
