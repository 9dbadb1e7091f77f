import assert from 'node:assert/strict'
import { query } from '../harness/database.ts'
import type { Site } from '../harness/site.ts'
import type { People } from './people.ts'

export type Count = { key: string; rows: number }

const MAIL_LIMIT = 60_000
/** What a killed process of several had begun is taken up when its lease has ended. */
const MAIL_LIMIT_OF_SEVERAL = 240_000

/** Everything that was confirmed is there, once, and every mail that was promised has gone out. */
export async function proveNothingLost(site: Site, everybody: People) {
  for (const person of Object.values(everybody)) await person.verify()
  const within = site.replicas.length > 0 ? MAIL_LIMIT_OF_SEVERAL : MAIL_LIMIT
  for (const email of everybody.newcomers.promised) await mailArrives(everybody, email, within)

  const { works } = everybody.entrant
  const projects = await query<Count>(
    site,
    `select p.idempotency_key::text as key, count(o.id)::int as rows
       from projects p left join apply_orders o on o.project_id = p.id
      where p.idempotency_key is not null group by 1`,
  )
  const created = works.filter((work) => work.created).map(({ key }) => key)
  onceEach(projects, created)

  const ledger = await query<Count>(
    site,
    `select order_no as key, count(*)::int as rows from ledger where kind = 'payment' group by 1`,
  )
  const paid = works.filter(({ isPaid }) => isPaid).map(({ order }) => order?.order_no ?? '')
  onceEach(ledger, paid)

  const { open, ended } = everybody.guest
  return {
    works: created.length,
    edits: works.reduce((sum, { edits }) => sum + edits, 0),
    submits: works.filter(({ isSubmitted }) => isSubmitted).length,
    payments: paid.length,
    uploads: everybody.uploader.confirmed.length,
    scores: everybody.juror.confirmed.length,
    sessions: open.length + ended.length,
    registrations: everybody.newcomers.registered.length,
  }
}

/** What was confirmed has its row, and nothing has two. */
export function onceEach(found: readonly Count[], confirmed: readonly string[]) {
  const counts = new Map(found.map(({ key, rows }) => [key, rows]))
  for (const key of confirmed) assert.equal(counts.get(key), 1, key)
  for (const { key, rows } of found) assert.equal(rows, 1, key)
}

async function mailArrives({ newcomers }: People, email: string, within: number) {
  const limit = Date.now() + within
  while ((await newcomers.mailsTo(email)).length === 0) {
    assert.ok(Date.now() < limit, `The mail to ${email} has not gone out`)
    await new Promise((next) => setTimeout(next, 100))
  }
}
