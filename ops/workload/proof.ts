import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { entries, payments, session, uploads } from '@awards/shared/contract'
import { PAYMENT_STATUS } from '@awards/shared/domain'
import { queryAt } from './accounts.ts'
import { apiClient, Rejected, type ApiClient } from './api-client.ts'
import { creationOf, reconcile } from './entrant.ts'
import { checkScore } from './juror.ts'
import { mailsTo } from './workload.ts'
import type { EntryRecord, WriteLog } from './write-log.ts'

/** The site to verify: URL, database, and mailbox if mails are expected. */
export type VerifiedSite = { url: string; database: string; mailbox?: string }
export type Count = { key: string; rows: number }

const CONCURRENCY = 8
const PAYMENT_TIMEOUT_MS = 60_000
const MAIL_TIMEOUT_MS = 60_000
const POLL_MS = 100

/**
 * Verifies that every acknowledged write is present exactly once and every promised mail was sent; throws for the first
 * lost one. Returns the number of acknowledged writes by kind.
 */
export async function proveNothingLost(
  { url, database, mailbox }: VerifiedSite,
  log: WriteLog,
  mailWithinMs = MAIL_TIMEOUT_MS,
): Promise<Record<string, number>> {
  const api = apiClient(url)
  const checks = [
    ...log.entries.map((entry) => () => verifyEntry(api, entry)),
    ...log.scores.map((score) => () => checkScore(api, score)),
    ...log.uploads.map((file) => () => verifyFile(api, url, file)),
    ...log.sessions.map((one) => () => verifySession(api, one)),
    ...log.registrations.map(({ token, email }) => async () => {
      assert.equal((await api(token, session.getUserInfo, {})).email, email)
    }),
  ]
  const work = async () => {
    for (let check = checks.pop(); check; check = checks.pop()) await check()
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  for (const email of log.promisedMails) {
    const arrived = async () => (await mailsTo(mailbox ?? '', email)).length > 0
    await waitFor(arrived, mailWithinMs, `The mail to ${email} has not gone out`)
  }
  await rowsOnceEach(database, log)
  return log.counts()
}

/** Verifies that creations and payments have one row each, also after retries and repeated notifications. */
async function rowsOnceEach(database: string, log: WriteLog) {
  const projects = await queryAt<Count>(
    database,
    `select p.idempotency_key::text as key, count(o.id)::int as rows
       from projects p left join apply_orders o on o.project_id = p.id
      where p.idempotency_key is not null group by 1`,
  )
  const created = log.entries.filter((entry) => entry.created)
  onceEach(
    projects,
    created.map(({ key }) => key),
  )
  const ledger = await queryAt<Count>(
    database,
    `select order_no as key, count(*)::int as rows from ledger where kind = 'payment' group by 1`,
  )
  const paid = log.entries.filter(({ isPaid }) => isPaid)
  onceEach(
    ledger,
    paid.map(({ order }) => order?.order_no ?? ''),
  )
}

/** Throws if an acknowledged key has no row, or any key has two. */
function onceEach(found: readonly Count[], acknowledged: readonly string[]) {
  const counts = new Map(found.map(({ key, rows }) => [key, rows]))
  for (const key of acknowledged) assert.equal(counts.get(key), 1, `Lost: ${key} has no row`)
  for (const { key, rows } of found) assert.equal(rows, 1, `${key} has ${rows} rows`)
}

/** Verifies an entry: its state, the idempotency of its creation, and its payment. */
async function verifyEntry(api: ApiClient, entry: EntryRecord) {
  await reconcile(api, entry)
  if (!entry.created) return
  const again = await api(entry.token, entries.entry, creationOf(entry))
  assert.equal(again.project_id, entry.created.project, `${entry.key} was created twice`)
  assert.deepEqual(
    again.orders.map(({ apply_order_id }) => apply_order_id),
    [entry.created.entry],
  )
  const { isPaid, order, token } = entry
  if (!isPaid || !order) return
  const { order_no } = order
  const arrived = async () =>
    (await api(token, payments.queryOrder, { order_no })).status === PAYMENT_STATUS.paid
  await waitFor(arrived, PAYMENT_TIMEOUT_MS, `Lost: the payment of ${order_no} has not arrived`)
}

async function verifyFile(
  api: ApiClient,
  url: string,
  { token, file_id }: WriteLog['uploads'][number],
) {
  const { picture } = await api(token, uploads.finish, { file_id })
  assert.ok(picture, `Lost: ${file_id} has no picture`)
  const answer = await fetch(new URL(picture.url, url))
  assert.equal(answer.status, 200, `Lost: ${file_id} has no bytes`)
  await answer.arrayBuffer()
}

/** Verifies that an open session is valid and an ended one is not. */
async function verifySession(
  api: ApiClient,
  { token, email, state }: WriteLog['sessions'][number],
) {
  if (state === 'ending') return
  const actual = await api(token, session.getUserInfo, {}).then(
    (user) => user.email,
    (error: unknown) => {
      if (error instanceof Rejected) return error.code
      throw error
    },
  )
  assert.equal(actual, state === 'open' ? email : 401, `The session of ${email} that was ${state}`)
}

async function waitFor(holds: () => Promise<boolean>, ms: number, otherwise: string) {
  const limit = performance.now() + ms
  while (!(await holds())) {
    if (performance.now() > limit) throw new Error(otherwise)
    await delay(POLL_MS)
  }
}
