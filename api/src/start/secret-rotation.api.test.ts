import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { session } from '@awards/shared/contract'
import { registryPaths } from '@awards/shared/releases'
import type { FastifyInstance } from 'fastify'
import { PASSWORD } from '../../test/build.ts'
import { registryFixture } from '../../test/registry-fixture.ts'
import { secondProcess } from '../../test/second-process.ts'
import { testApi } from '../../test/test-api.ts'
import { signedUrl } from '../lib/signed-token.ts'
import { newStorageKey } from '../files/storage/storage.ts'
import { createStaffLink } from '../../../platform/src/staff/staff.service.ts'
import { TEMPLATE } from '../../../platform/src/site/render/pages.fixture.ts'
import { unsubscribeLink } from '../modules/jury/assignment/juror-reminders.ts'

const [PREVIOUS, NEXT] = ['previous '.repeat(4), 'next '.repeat(8)]

/** Processes during a rotation: before it, with the previous secret as a fallback, and after it. */
const folder = mkdtempSync(join(tmpdir(), 'rotation-'))
const api = await testApi({
  STEP_UP: 'on',
  SECRET: PREVIOUS,
  PINS: 'preview',
  MFE_DIR: folder,
  SITE_URL: 'http://localhost',
})
const during = await secondProcess(api, { secret: NEXT, acceptedSecrets: [NEXT, PREVIOUS] })
const after = await secondProcess(api, { secret: NEXT, acceptedSecrets: [NEXT] })
afterAll(async () => {
  await during.close()
  await after.close()
  rmSync(folder, { recursive: true })
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

const cookiesOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

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

test('a fallback secret verifies a browser of staff of before, and what it has pinned', async () => {
  mkdirSync(join(folder, 'shell'))
  writeFileSync(join(folder, 'shell/index.html'), TEMPLATE)
  const { release, deploy } = registryFixture(api)
  await release('mf-jury', '1.0.0')
  await release('mf-jury', '1.1.0-pr7.1', { preview: true })
  await deploy('production', 'mf-jury', '1.0.0')
  const { url } = await createStaffLink(api.context, 'Ada')
  const opened = await api.app.inject({
    method: 'POST',
    url: registryPaths.staff,
    payload: new URL(url).search.slice(1),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const pinning = await api.app.inject({
    url: '/home?mfe=mf-jury@1.1.0-pr7.1',
    headers: { cookie: cookiesOf(opened) },
  })
  const versionAt = async (app: FastifyInstance) => {
    const cookie = `${cookiesOf(opened)}; ${cookiesOf(pinning)}`
    const { body } = await app.inject({ url: '/home', headers: { cookie } })
    return /"mf-jury":\[.*?"version":"([^"]*)"/.exec(body)?.[1]
  }
  expect(await versionAt(api.app)).toBe('1.1.0-pr7.1')
  expect(await versionAt(during.app)).toBe('1.1.0-pr7.1')
  expect(await versionAt(after.app)).toBe('1.0.0')
})
