import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_CALLS, documents, type Endpoint } from '@awards/shared/contract'
import { openDatabase } from '../api/src/db/database.ts'
import { ACCOUNTS, ORGANISER } from '../e2e/src/harness/accounts.ts'
import { tokenOf } from '../e2e/src/harness/browser.ts'
import { call } from '../e2e/src/harness/call.ts'
import { query } from '../e2e/src/harness/database.ts'
import { CHAIR } from '../e2e/src/journey/judge.ts'
import { benchSite } from './common/load.ts'
import { plantLargeSeason } from './common/plant-large-season.ts'
import { atMost, isQuick, keep, numbers, round } from './common/results.ts'

// Whether a read takes longer as a season grows: every GET of every role with the demo programme alone, and again with
// 30,000 further entries of 10,000 accounts. A list that reads every row of the award shows here.
const ENTRIES = Number(numbers[0] ?? (isQuick ? 500 : 30_000))
const ACCOUNTS_PLANTED = Math.ceil(ENTRIES / 3)
const TRIES = isQuick ? 1 : 5
const SLOWEST = 40
/** Calls that end what is measured: the session of the caller. */
const SKIPPED = new Set(['user/logout'])

/** What people of a role wait for at most: thousands of entrants and jurors, a few who look at the whole award. */
const ROLES = {
  entrant: { email: ACCOUNTS[0], limit_ms: 100 },
  juror: { email: ACCOUNTS[1], limit_ms: 100 },
  'sub-juror': { email: ACCOUNTS[2], limit_ms: 100 },
  'second-level juror': { email: ACCOUNTS[3], limit_ms: 100 },
  chair: { email: CHAIR, limit_ms: 500 },
  organiser: { email: ORGANISER, limit_ms: 500 },
}

type Query = Readonly<Record<string, string>>
type Read = { readonly name: string; readonly url: string }

const site = await benchSite()
const base = site.url.replace('localhost', '127.0.0.1')
const { pool } = openDatabase({
  socketDir: join(site.dataDir, 'postgres-socket'),
  database: 'awards',
})

/** Values of the demo for the query fields of lists: each is asked for alone, beside the fields that a call requires. */
async function queryValues(): Promise<Query> {
  const [row] = await query<Query>(
    site,
    `select entry.edition_id::text, entry.user_id::text, entry.id::text as apply_order_id, paid.order_no
     from apply_orders entry join editions edition on edition.id = entry.edition_id
     join payment_orders paid on paid.apply_order_id = entry.id
     order by edition.opens_at desc, entry.id limit 1`,
  )
  return { ...row, keyword: 'light', current: '300', pageSize: '50' }
}

/** Has an invoice issued for an entry that its entrant has paid, of which the season has copies. */
async function issueInvoice() {
  const [paid] = await query<{ id: string; email: string }>(
    site,
    `select entry.id::text, users.email from apply_orders entry
     join users on users.id = entry.user_id join payment_orders paid on paid.apply_order_id = entry.id
     where entry.entry_fee_status = 2 and paid.status = 2 order by entry.id limit 1`,
  )
  if (!paid) throw new Error('The demo programme has no paid entry: build the demo data anew')
  const token = await tokenOf(site, paid.email)
  await call(site, token, documents.createEntryFeeInvoice, { apply_order_id: paid.id })
}

function readsOf(endpoint: Endpoint, values: Query): Read[] {
  const fields = Object.entries(endpoint.input.shape)
  const required = fields.filter(([, type]) => !type.safeParse(undefined).success)
  const always = required.map(([field]) => [field, values[field] ?? ''])
  const alone = fields.flatMap(([field]) => (values[field] ? [[[field, values[field]]]] : []))
  const asked = [[], ...alone].map((one) =>
    new URLSearchParams(Object.fromEntries([...always, ...one])).toString(),
  )
  return [...new Set(asked)].map((search) => ({
    name: `${endpoint.name}${search && `?${search}`}`,
    url: `${base}${endpoint.path}?${search}`,
  }))
}

/** The shortest of some tries in milliseconds; nothing if the call refuses the role or the query. */
async function timeOf(url: string, token: string): Promise<number | undefined> {
  const times: number[] = []
  for (let turn = 0; turn < TRIES; turn += 1) {
    const begin = performance.now()
    const response = await fetch(url, { headers: { token } })
    const body = await response.text()
    times.push(performance.now() - begin)
    if (!response.ok || (body.startsWith('{"code"') && !body.startsWith('{"code":200,'))) return
  }
  return Math.min(...times)
}

async function timesOf(reads: readonly Read[], token: string) {
  const times = new Map<string, number>()
  for (const { name, url } of reads) {
    const time = await timeOf(url, token)
    if (time !== undefined) times.set(name, time)
  }
  return times
}

try {
  await issueInvoice()
  const values = await queryValues()
  const reads = ALL_CALLS.filter(
    ({ method, name }) => method === 'GET' && !SKIPPED.has(name),
  ).flatMap((endpoint) => readsOf(endpoint, values))
  const roles = []
  for (const [role, { email, limit_ms }] of Object.entries(ROLES)) {
    const token = await tokenOf(site, email)
    roles.push({ role, limit_ms, token, before: await timesOf(reads, token) })
  }
  console.log(`Planting ${ENTRIES} entries …`)
  await plantLargeSeason(pool, { entries: ENTRIES, accounts: ACCOUNTS_PLANTED })
  const figures = []
  const slowest = []
  for (const { role, limit_ms, token, before } of roles) {
    const after = [...(await timesOf(reads, token))].sort(([, one], [, other]) => other - one)
    const [name, time] = after[0] ?? ['no read', Number.NaN]
    figures.push(atMost('P15', `${role}: slowest of ${after.length} reads`, time, 'ms', limit_ms))
    console.log(`${role}: ${name}`)
    slowest.push(
      ...after.slice(0, SLOWEST).map(([read, ms]) => ({
        role,
        read,
        before_ms: round(before.get(read) ?? Number.NaN),
        after_ms: round(ms),
      })),
    )
  }
  keep('season', figures, {
    entries: ENTRIES,
    accounts: ACCOUNTS_PLANTED,
    slowest: slowest.sort((one, other) => other.after_ms - one.after_ms).slice(0, SLOWEST),
  })
} finally {
  await pool.end()
  await site.stop()
  rmSync(site.dataDir, { recursive: true, force: true })
}
