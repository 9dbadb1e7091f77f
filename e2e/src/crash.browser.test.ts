import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { entries, publication, subjudges, UploadedFile, uploads } from '@awards/shared/contract'
import pg from 'pg'
import { askOf, Lost, reach, type Ask } from './crash/ask.ts'
import { entrant } from './crash/entrant.ts'
import { guest, juror, newcomers } from './crash/others.ts'
import { ACCOUNTS } from './harness/accounts.ts'
import { tokenOf } from './harness/browser.ts'
import { demoData, freePort, startSite, type Site } from './harness/site.ts'

const KILLS = 20
const READY_LIMIT = 5_000
const WORK_MS = { shortest: 150, longest: 1_200 }
const PICTURES = ['01-MOB-hero.jpg', '01-MOB-detail.jpg', '01-MOB-context.jpg']
const FOLDER = resolve(import.meta.dirname, '../../programme/images/entries')

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`

async function uploaded(ask: Ask, site: Site, token: string, name: string) {
  const bytes = readFileSync(join(FOLDER, name))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { url } = await ask(token, uploads.sign, {
    ...{ filename: name, mime: 'image/jpeg', size: bytes.length, sha256, purpose: 'entry_image' },
  })
  const { data } = await reach(site.url + url, { method: 'PUT', body: bytes })
  return UploadedFile.parse(data).file_id
}

/** Everybody who writes while the server is killed. */
async function people(site: Site) {
  const ask = askOf(site)
  const email = ACCOUNTS[0]
  const token = await tokenOf(site, email)
  const files: string[] = []
  for (const name of PICTURES) files.push(await uploaded(ask, site, token, name))
  const sections = await ask(token, entries.awardClassification, {})
  const section = sections.find(({ code }) => /pro/i.test(code)) ?? sections[0]
  const leaves = (await ask('', publication.category, {})).flatMap(({ children }) => children)
  const category = leaves.find(({ sections_allowed: allowed }) => allowed.length === 0)
  if (!section || !category) throw new Error('The programme has no categories')

  const judge = await tokenOf(site, ACCOUNTS[2])
  const { list } = await ask(judge, subjudges.subJuryAwardList, { state: 'todo' })
  const sheet = list[0]
  if (!sheet) throw new Error('The juror has nothing to score')
  return {
    entrant: entrant({
      ...{ ask, site, token, email, files },
      ...{ section: section.id, category: category.id },
    }),
    guest: guest(ask, ACCOUNTS[1]),
    newcomers: newcomers(ask, site),
    juror: juror(ask, judge, sheet.apply_order_id),
  }
}
type People = Awaited<ReturnType<typeof people>>

/** Writes until the server is killed; anything but a lost connection is a failure. */
async function workUntilKilled(everybody: People, kill: () => Promise<void>) {
  const running = Object.values(everybody).map(({ run }) =>
    run().catch((error: unknown) => {
      if (!(error instanceof Lost)) throw error
    }),
  )
  const { shortest, longest } = WORK_MS
  await Promise.race([
    pause(shortest + Math.random() * (longest - shortest)),
    ...running.map((one) => one.then(() => Promise.reject(new Error('ended early')))),
  ])
  await kill()
  await Promise.all(running)
}

/** Every third time the database loses its power too, and has to recover by itself. */
async function killBoth(site: Site) {
  const [pid] = readFileSync(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await site.kill()
}

async function rowsOf(dataDir: string, query: string) {
  const client = new pg.Client({
    ...{ host: join(dataDir, 'postgres-socket'), user: 'awards', database: 'awards' },
  })
  await client.connect()
  try {
    return (await client.query<{ key: string; rows: number }>(query)).rows
  } finally {
    await client.end()
  }
}

let site: Site
afterAll(() => site.kill())

test(`${KILLS} kills lose nothing that was confirmed, and repeat nothing`, async () => {
  const port = await freePort()
  const dataDir = await demoData()
  site = await startSite({ dataDir, port })
  const everybody = await people(site)
  const starts: number[] = []

  for (let round = 1; round <= KILLS; round += 1) {
    const current = site
    const kill = () => (round % 3 === 0 ? killBoth(current) : current.kill())
    await workUntilKilled(everybody, kill)
    const begin = performance.now()
    site = await startSite({ dataDir, port })
    starts.push(performance.now() - begin)
    await everybody.juror.verify()
  }
  for (const person of Object.values(everybody)) await person.verify()
  for (const email of everybody.newcomers.promised) {
    const limit = Date.now() + 10_000
    while ((await everybody.newcomers.mailsTo(email)).length === 0 && Date.now() < limit) {
      await pause(100)
    }
    expect(await everybody.newcomers.mailsTo(email)).not.toHaveLength(0)
  }

  const { works } = everybody.entrant
  const projects = await rowsOf(
    dataDir,
    `select p.idempotency_key::text as key, count(o.id)::int as rows
       from projects p left join apply_orders o on o.project_id = p.id
      where p.idempotency_key is not null group by 1`,
  )
  const counts = new Map(projects.map(({ key, rows }) => [key, rows]))
  for (const { key, created } of works)
    if (created) expect([key, counts.get(key)]).toEqual([key, 1])
  for (const { rows } of projects) expect(rows).toBe(1)

  const ledger = await rowsOf(
    dataDir,
    `select order_no as key, count(*)::int as rows from ledger where kind = 'payment' group by 1`,
  )
  const booked = new Map(ledger.map(({ key, rows }) => [key, rows]))
  const paid = works.filter(({ isPaid }) => isPaid).map(({ order }) => order?.order_no ?? '')
  for (const order of paid) expect([order, booked.get(order)]).toEqual([order, 1])
  for (const { rows } of ledger) expect(rows).toBe(1)

  const { open, ended } = everybody.guest
  const sorted = [...starts].sort((a, b) => a - b)
  console.log(
    `${KILLS} kills. Confirmed: ${works.length} works, ${paid.length} payments, ` +
      `${everybody.juror.confirmed.length} scores, ${open.length} open and ${ended.length} ended sessions, ` +
      `${everybody.newcomers.registered.length} registrations. Ready again after ` +
      `${seconds(sorted[KILLS / 2] ?? 0)} (median), ${seconds(sorted.at(-1) ?? 0)} (longest)`,
  )
  expect(Math.max(...starts)).toBeLessThanOrEqual(READY_LIMIT)
})
