import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { webhooks } from '@awards/shared/contract'
import { sql } from 'kysely'
import { atScale, SEED } from '../../../../tools/testing/scale.ts'
import { testApi } from '../../../test/test-api.ts'
import { webhookReceiver, type Behaviour } from '../../../test/webhook-receiver.ts'
import { DAY_MS } from '../../lib/time.ts'
import { seededRandom } from '../../lib/seeded-random.ts'

const EVENTS = atScale({ core: 300, full: 10_000 })
const KILLS = atScale({ core: 2, full: 20 })
/** Requests that are never answered; each takes a quarter of a minute of its endpoint. */
const HANGS = atScale({ core: 0, full: 6 })
/** Events of one subject follow each other: the next one is due the moment its predecessor fails. */
const EVENTS_OF_SUBJECT = 5
const SENDER = join(import.meta.dirname, '../../../test/job-sender.ts')

const api = await testApi({ WEBHOOKS_LOCAL: 'on' })
const { build, context, db } = api
const target = await webhookReceiver()
const random = seededRandom(`webhooks ${SEED}`)
const shiftFile = join(context.config.dataDir, 'shift')
let sender: ChildProcess | undefined
beforeEach(async () => {
  await db.deleteFrom('webhook_events').execute()
  await db.deleteFrom('webhook_endpoints').execute()
  target.received.length = 0
})
afterEach(() => void sender?.kill('SIGKILL'))
afterAll(() => target.close())

async function startSender() {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const socketDir = process.env['AWARDS_TEST_SOCKET'] ?? ''
  const env = {
    ...process.env,
    DATA_DIR: context.config.dataDir,
    WEBHOOKS_LOCAL: 'on',
    CLOCK_SHIFT_FILE: shiftFile,
  }
  const child = spawn(process.execPath, [SENDER, socketDir, rows[0]?.name ?? '', 'webhooks'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  sender = child
  await new Promise<void>((ready) => child.stdout.once('data', () => ready()))
}

const killSender = () =>
  new Promise((ended) => {
    sender?.once('exit', ended)
    sender?.kill('SIGKILL')
  })

const waiting = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from webhook_deliveries where done_at is null`.execute(db)
  return rows[0]?.count ?? 0
}

const FAILURES: readonly Behaviour[] = [500, 503, 429, 'redirect', 'close', 'upgrade']

/** Fails one request in five, in one of the ways; one endpoint once says that it is gone. */
function failAtRandom() {
  let hangs = HANGS
  let isGoneSaid = false
  target.receiver.behave = ({ path }) => {
    if (path === '/b' && !isGoneSaid && target.received.length > EVENTS / 2) {
      isGoneSaid = true
      return 410
    }
    if (random() >= 0.2) return 204
    if (hangs > 0 && random() < 0.05) {
      hangs -= 1
      return 'hang'
    }
    return FAILURES[Math.floor(random() * FAILURES.length)] ?? 500
  }
}

test(
  `${EVENTS} events reach receivers that fail at random, each at least once and in order by subject, through ${KILLS} kill -9`,
  async () => {
    const owner = await build.user()
    const as = api.as(owner)
    const wanted = { name: 'Archive', events: ['entry.submitted' as const] }
    const endpoints = new Map<string, string>()
    for (const path of ['a', 'b']) {
      const added = await as.call(webhooks.add, { ...wanted, url: `${target.url}${path}` })
      endpoints.set(`/${path}`, added.endpoint_id)
    }
    failAtRandom()
    await sql`
      select note_webhook_event('entry.submitted', 'entry:' || subject, 'entry',
        array[${owner.id}::bigint], jsonb_build_object('subject', subject, 'n', n))
      from generate_series(0, ${EVENTS - 1}::int) n, lateral (select n / ${EVENTS_OF_SUBJECT}::int as subject) of`.execute(
      db,
    )
    const total = EVENTS * endpoints.size
    expect(await waiting()).toBe(total)

    let shift = 0
    let kills = 0
    await startSender()
    for (let left = total; left > 0; left = await waiting()) {
      // Time flies: what failed is due again, and nothing waits for days in this test.
      shift += DAY_MS / 8
      await writeFile(shiftFile, String(shift))
      await delay(20 + random() * 150)
      if (kills < KILLS && left < total * (1 - kills / (KILLS + 1))) {
        await killSender()
        kills += 1
        await startSender()
      }
      for (const endpoint_id of endpoints.values()) {
        await sql`update webhook_endpoints set stopped_at = null, stop_reason = null, failing_since = null
          where id = ${endpoint_id} and stop_reason is not null`.execute(db)
      }
    }
    expect(kills).toBe(KILLS)

    for (const [path, endpoint_id] of endpoints) {
      const got = target.received.filter((one) => one.path === path)
      const accepted = got.filter(({ behaviour }) => behaviour === 204).map(factsOf)
      expect(new Set(accepted.map(({ n }) => n)).size).toBe(EVENTS)
      expect(
        outOfOrder(got.map((one) => ({ ...factsOf(one), isTaken: one.behaviour === 204 }))),
      ).toEqual([])
      // The log has an attempt for each request, but for those whose answer died with the sender.
      const { rows } = await sql<{ attempts: number; delivered: number; answers: number }>`
        select sum(d.attempts)::int as attempts,
          count(*) filter (where d.done_at is not null and not d.is_given_up)::int as delivered,
          (select count(*)::int from webhook_attempts a
            join webhook_deliveries own on own.id = a.delivery_id
            where own.endpoint_id = ${endpoint_id}) as answers
        from webhook_deliveries d where d.endpoint_id = ${endpoint_id}`.execute(db)
      const [log] = rows
      expect(log).toMatchObject({ delivered: EVENTS, attempts: log?.answers })
      expect(got.length - (log?.answers ?? 0)).toBeLessThanOrEqual(KILLS * 4)
      expect(got.length).toBeGreaterThanOrEqual(log?.answers ?? Infinity)
    }
  },
  atScale({ core: 60_000, full: 900_000 }),
)

const factsOf = ({ body }: { body: string }) =>
  (JSON.parse(body) as { data: { subject: number; n: number } }).data

/** Requests that came while an earlier event of their subject had not been taken. */
function outOfOrder(requests: { subject: number; n: number; isTaken: boolean }[]) {
  const taken = new Map<number, number>()
  return requests.filter(({ subject, n, isTaken }) => {
    const last = taken.get(subject)
    if (n > (last === undefined ? subject * EVENTS_OF_SUBJECT : last + 1)) return true
    if (isTaken) taken.set(subject, Math.max(n, last ?? 0))
    return false
  })
}
