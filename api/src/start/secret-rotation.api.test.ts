import { session } from '@awards/shared/contract'
import type { FastifyInstance } from 'fastify'
import { PASSWORD } from '../../test/build.ts'
import { secondProcess } from '../../test/second-process.ts'
import { testApi } from '../../test/test-api.ts'
import { signedUrl } from '../files/signed-url.ts'
import { newStorageKey } from '../files/storage/storage.ts'
import { unsubscribeLink } from '../modules/jury/assignment/juror-reminders.ts'

const [PREVIOUS, NEXT] = ['previous '.repeat(4), 'next '.repeat(8)]

/** Processes during a rotation: before it, with the previous secret as a fallback, and after it. */
const api = await testApi({ STEP_UP: 'on', SECRET: PREVIOUS })
const during = await secondProcess(api, { secret: NEXT, acceptedSecrets: [NEXT, PREVIOUS] })
const after = await secondProcess(api, { secret: NEXT, acceptedSecrets: [NEXT] })
afterAll(async () => {
  await during.close()
  await after.close()
})

beforeEach(() => api.db.deleteFrom('rate_limits').execute())

/** Signs in with the cookies of earlier answers. */
async function signIn(app: FastifyInstance, payload: object, cookies: Record<string, string> = {}) {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
  const response = await app.inject({
    method: 'POST',
    url: session.login.path,
    payload: { password: PASSWORD, ...payload },
    headers: { 'user-agent': 'Firefox', cookie: cookie.join('; ') },
  })
  const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]))
  return { ...response.json<{ code: number }>(), cookies: { ...cookies, ...set } }
}

async function codeFor(email: string) {
  await api.context.jobs.drain()
  return api.mails.findLast(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0] ?? 'none'
}

test('a fallback secret verifies links that the previous secret signed; without it they are refused', async () => {
  const key = newStorageKey('pdf')
  await api.context.storage.put(key, Buffer.from('%PDF-1.7'))
  const juror = await api.build.juror(2)
  const links = [
    signedUrl(PREVIOUS, api.context.clock(), { key }),
    unsubscribeLink(api.context.config, juror.id),
  ]
  for (const url of links) {
    expect((await api.app.inject(url)).statusCode).toBe(200)
    expect((await during.app.inject(url)).statusCode).toBe(200)
    expect((await after.app.inject(url)).statusCode).not.toBe(200)
  }
})

test('a fallback secret verifies codes by e-mail and trusted devices of before', async () => {
  const { email } = await api.build.juror(2)
  await signIn(api.app, { email })
  const code = await codeFor(email)
  expect(await signIn(after.app, { email, code })).toMatchObject({ code: 422 })
  const entered = await signIn(during.app, { email, code })
  expect(entered).toMatchObject({ code: 200 })

  await signIn(api.app, { email })
  const own = await signIn(api.app, { email, code: await codeFor(email), trust_device: true })
  expect(await signIn(during.app, { email }, own.cookies)).toMatchObject({ code: 200 })
  expect(await signIn(after.app, { email }, own.cookies)).toMatchObject({ code: 409 })
})

test('a process of before with the next secret as a fallback verifies what the new processes sign', async () => {
  const before = await secondProcess(api, { secret: PREVIOUS, acceptedSecrets: [PREVIOUS, NEXT] })
  const { email } = await api.build.juror(2)
  await signIn(during.app, { email })
  const answer = await signIn(before.app, { email, code: await codeFor(email) })
  await before.close()
  expect(answer).toMatchObject({ code: 200 })
})
