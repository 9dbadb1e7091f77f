import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { session } from '@awards/shared/contract'
import { seededRandom } from '../../api/src/lib/seeded-random.ts'
import { OutcomeUnknown, Rejected, type ApiClient } from './api-client.ts'
import { within, virtualUsers } from './virtual-users.ts'

const answering: ApiClient = async () => (await nextTurn({})) as never
const ask = (api: ApiClient) => api('', session.getUserInfo, {})

test('retries after a lost connection until the work is done', async () => {
  const { start } = virtualUsers(answering, 1)
  let runs = 0
  await start([
    {
      run: async () => {
        runs += 1
        if (runs < 3) throw new OutcomeUnknown('no answer')
      },
    },
  ])
  expect(runs).toBe(3)
})

test('a refusal fails the workload', async () => {
  const { start } = virtualUsers(answering, 1)
  const refused = { run: async () => Promise.reject(new Rejected('apply/edit', 422, 'no')) }
  await expect(start([refused])).rejects.toThrow('apply/edit: 422')
})

test('stopped users make no calls; a second start resumes', async () => {
  let calls = 0
  const { api, start, stop } = virtualUsers(async (...given) => {
    calls += 1
    return answering(...given)
  }, 1)
  let called: () => void = () => undefined
  const endless = {
    run: async () => {
      for (;;) {
        await ask(api)
        called()
      }
    },
  }
  const firstCall = () => new Promise<void>((done) => (called = done))
  for (const _ of [1, 2]) {
    const begun = firstCall()
    void start([endless])
    await begun
    await stop()
    const after = calls
    await expect(ask(api)).rejects.toThrow(OutcomeUnknown)
    expect(calls).toBe(after)
  }
})

test('killAfter throws if all users finish before the kill', async () => {
  const { killAfter } = virtualUsers(answering, 1)
  const done = { run: async () => undefined }
  const kill = async () => undefined
  await expect(killAfter(60_000, [done], kill)).rejects.toThrow('Everybody ended before the kill')
})

test('killAfter counts its time from the first answer of the server', async () => {
  let answers = 0
  const slow: ApiClient = async () => {
    await delay(20)
    answers += 1
    return {} as never
  }
  const { api, killAfter } = virtualUsers(slow, 1)
  const endless = {
    run: async () => {
      for (;;) await ask(api)
    },
  }
  let answersAtKill = 0
  await killAfter(0, [endless], async () => void (answersAtKill = answers))
  expect(answersAtKill).toBe(1)
})

test('think times are deterministic by seed', () => {
  const draw = (seed: string) => {
    const random = seededRandom(seed)
    return [1, 2, 3].map(() => within(random, { shortest: 100, longest: 200 }))
  }
  expect(draw('7')).toEqual(draw('7'))
  expect(draw('7')).not.toEqual(draw('8'))
  for (const ms of draw('7')) {
    expect(ms).toBeGreaterThanOrEqual(100)
    expect(ms).toBeLessThan(200)
  }
})
