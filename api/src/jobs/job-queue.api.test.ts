import { testApi } from '../../test/test-api.ts'
import { jobQueue } from './job-queue.ts'

const api = await testApi()
const { jobs, db, clock, log } = api.context
const START = new Date('2027-01-10T09:00:00Z')
const waiting = (name: string) =>
  db.selectFrom('jobs').selectAll().where('name', '=', name).execute()

beforeEach(() => api.setTime(START))

test('a job commits and rolls back with its transaction', async () => {
  const done: unknown[] = []
  jobs.handle('greet', async (payload) => void done.push(payload))
  await db.transaction().execute((trx) => jobs.enqueue(trx, 'greet', { name: 'Claire' }))
  await db
    .transaction()
    .execute(async (trx) => {
      await jobs.enqueue(trx, 'greet', { name: 'nobody' })
      throw new Error('the cause did not happen')
    })
    .catch(() => undefined)
  await jobs.drain()
  expect(done).toEqual([{ name: 'Claire' }])
  expect(await waiting('greet')).toEqual([])
})

test('retries a failed job with growing backoff until it succeeds', async () => {
  let tries = 0
  jobs.handle('flaky', async () => {
    tries += 1
    if (tries < 3) throw new Error('not yet')
  })
  await jobs.enqueue(db, 'flaky', {})
  await jobs.drain()
  expect(await waiting('flaky')).toMatchObject([{ attempts: 1, last_error: 'Error: not yet' }])
  await jobs.drain()
  expect(tries).toBe(1)
  api.setTime(new Date(START.getTime() + 5_000))
  await jobs.drain()
  expect(tries).toBe(2)
  api.setTime(new Date(START.getTime() + 16_000))
  await jobs.drain()
  expect(tries).toBe(3)
  expect(await waiting('flaky')).toEqual([])
})

test('a key holds one waiting job; a job enqueued during its run runs once more', async () => {
  const seen: unknown[] = []
  jobs.handle('sum', async ({ step }) => {
    seen.push(step)
    if (step === 2) await jobs.enqueue(db, 'sum', { step: 3 }, { key: 'k' })
  })
  await jobs.enqueue(db, 'sum', { step: 1 }, { key: 'k' })
  await jobs.enqueue(db, 'sum', { step: 2 }, { key: 'k' })
  await jobs.drain()
  expect(seen).toEqual([2, 3])
})

test('a slow job delays only slow jobs', async () => {
  const done: string[] = []
  let finish = () => {}
  const finished = new Promise<void>((resolve) => (finish = resolve))
  jobs.handle(
    'slow',
    async ({ step }) => {
      if (step === 1) await finished
      done.push(`slow ${String(step)}`)
    },
    { lane: 'slow' },
  )
  jobs.handle('quick', async () => {
    done.push('quick')
    finish()
  })
  await jobs.enqueue(db, 'slow', { step: 1 })
  await jobs.enqueue(db, 'slow', { step: 2 })
  await jobs.enqueue(db, 'quick', {})
  api.setTime(new Date(START.getTime() + 1))
  await jobs.drain()
  expect(done).toEqual(['quick', 'slow 1', 'slow 2'])
})

test('runs a job of a killed process again when its lease expires', async () => {
  let runs = 0
  jobs.handle('long', async () => void (runs += 1))
  await jobs.enqueue(db, 'long', {})
  const lease = new Date(START.getTime() + 120_000)
  await db.updateTable('jobs').set({ leased_until: lease }).where('name', '=', 'long').execute()
  await jobs.drain()
  expect(runs).toBe(0)
  api.setTime(new Date(START.getTime() + 121_000))
  await jobs.drain()
  expect(runs).toBe(1)
})

test('a delayed job runs at its start time', async () => {
  let runs = 0
  jobs.handle('later', async () => void (runs += 1))
  const startAfter = new Date(START.getTime() + 60_000)
  await jobs.enqueue(db, 'later', {}, { startAfter })
  await jobs.drain()
  expect(runs).toBe(0)
  api.setTime(startAfter)
  await jobs.drain()
  expect(runs).toBe(1)
})

test('a job that waits for one server does not keep what goes to others', async () => {
  const queue = jobQueue({ db, clock, log })
  const told = Promise.withResolvers<void>()
  const done: string[] = []
  const noted = Promise.withResolvers<void>()
  queue.handle(
    'notice',
    async () => {
      await told.promise
      done.push('notice')
      noted.resolve()
    },
    { lane: 'notices' },
  )
  queue.handle(
    'webhook',
    async () => {
      done.push('webhook')
      told.resolve()
    },
    { lane: 'webhooks' },
  )
  await queue.enqueue(db, 'notice', {})
  await queue.enqueue(db, 'webhook', {}, { startAfter: new Date(START.getTime() + 1) })
  api.setTime(new Date(START.getTime() + 1))
  await queue.start()
  await noted.promise
  await queue.stop()
  expect(done).toEqual(['webhook', 'notice'])
})

test('a sole process resumes the interrupted jobs of its predecessor at once', async () => {
  let runs = 0
  const done = new Promise<void>((resolve) => {
    jobs.handle('interrupted', async () => {
      runs += 1
      resolve()
    })
  })
  await jobs.enqueue(db, 'interrupted', {})
  const lease = new Date(START.getTime() + 120_000)
  await db.updateTable('jobs').set({ leased_until: lease }).execute()
  await jobs.drain()
  expect(runs).toBe(0)
  await jobs.start({ isOnlyProcess: true })
  await done
  await jobs.stop()
  expect(runs).toBe(1)
})
