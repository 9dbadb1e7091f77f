import { parseDiscovery } from '@awards/shared/releases'
import { buildApp } from '../../../api/src/start/build-app.ts'
import { registryFixture } from '../../../api/test/registry-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { tokensService } from '../registry/authorization.ts'
import { createStaffLink } from './staff.service.ts'

const api = await testApi({ PINS: 'preview', SITE_URL: 'https://award.example' })
const { release, deploy } = registryFixture(api)
const get = (url: string, headers: Record<string, string> = {}) =>
  api.app.inject({ method: 'GET', url, headers })
const press = (link: string) =>
  api.app.inject({
    method: 'POST',
    url: '/api/platform/staff',
    payload: new URLSearchParams({ link }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

async function newLink() {
  const { url } = await createStaffLink(api.context, 'Ada Lovelace')
  expect(url).toMatch(/^https:\/\/award\.example\/api\/platform\/staff\?link=[\w-]{43}$/)
  const address = new URL(url)
  return { path: address.pathname + address.search, link: address.searchParams.get('link') ?? '' }
}
const cookieOf = (answer: Awaited<ReturnType<typeof press>>) => ({
  cookie: [answer.headers['set-cookie']].flat()[0]?.split(';')[0] ?? '',
})

beforeAll(async () => {
  await release('mf-jury', '1.0.0')
  await release('mf-jury', '1.1.0-pr7.1', { preview: true })
  await release('mf-jury', '1.1.0')
  await deploy('production', 'mf-jury', '1.0.0')
})

test('a GET does not use a link up; it works once', async () => {
  const { path, link } = await newLink()
  for (let look = 0; look < 3; look++) {
    const page = await get(path, { 'accept-language': 'fr' })
    expect(page.statusCode).toBe(200)
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    expect(page.headers['set-cookie']).toBeUndefined()
    expect(page.body).toContain('<html lang="fr">')
    expect(page.body).toContain(`value="${link}"`)
  }
  const [first, second] = await Promise.all([press(link), press(link)])
  const good = first.statusCode === 303 ? first : second
  expect([first.statusCode, second.statusCode].sort()).toEqual([303, 410])
  expect(good.headers.location).toBe('/home?mfe=')
  expect(String(good.headers['set-cookie'])).toMatch(
    /^mfe_staff=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure,mfe_deploy=dt_[\w-]{43}; Path=\/api\/; Max-Age=28800; HttpOnly; SameSite=Strict; Secure$/,
  )
  expect((await get(path)).statusCode).toBe(410)
  const audit = await api.db
    .selectFrom('mfe_audit')
    .select(['actor', 'action', 'detail'])
    .where('action', '=', 'staff')
    .execute()
  expect(audit).toContainEqual({
    actor: 'Ada Lovelace',
    action: 'staff',
    detail: { what: 'opened', scope: 'none' },
  })
  const links = await api.db.selectFrom('mfe_staff_links').selectAll().execute()
  expect(JSON.stringify(links)).not.toContain(link)
})

test('refuses expired and invented links', async () => {
  const { path, link } = await newLink()
  api.setTime(new Date(Date.now() + 11 * 60_000))
  expect((await press(link)).statusCode).toBe(410)
  expect((await get(path)).statusCode).toBe(410)
  for (const wrong of ['', 'x', 'a'.repeat(43), `"><script>alert(1)</script>`]) {
    expect((await press(wrong)).statusCode).toBe(410)
    const page = await get(`/api/platform/staff?link=${encodeURIComponent(wrong)}`)
    expect(page.statusCode).toBe(410)
    expect(page.body).not.toContain('<script')
  }
  api.setTime(new Date())
})

test('staff can pin previews only, for eight hours; others nothing', async () => {
  const preview = '/discovery.json?pin=mf-jury@1.1.0-pr7.1'
  const off = await get(preview)
  expect(off.statusCode).toBe(422)
  expect(off.json().problems).toEqual([{ pin: 'mf-jury@1.1.0-pr7.1', problem: 'off' }])
  expect((await get('/api/platform/overview')).statusCode).toBe(403)

  const mine = cookieOf(await press((await newLink()).link))
  const held = await get(preview, mine)
  expect(parseDiscovery(held.json()).microFrontends['mf-jury']).toMatchObject([
    { metadata: { version: '1.1.0-pr7.1' }, deployment: { traffic: 100, default: true } },
  ])
  const other = await get('/discovery.json?pin=mf-jury@1.1.0', mine)
  expect(other.json()).toEqual({
    error: 'pins',
    problems: [{ pin: 'mf-jury@1.1.0', problem: 'not-preview' }],
  })
  expect((await get('/discovery.json?channel=staging', mine)).statusCode).toBe(422)
  expect((await get('/api/platform/overview', mine)).statusCode).toBe(200)

  const [, payload = ''] = mine.cookie.split('=')
  const [named, signed] = payload.split('.')
  const ofAnother = Buffer.from('1').toString('base64url')
  for (const forged of [`${ofAnother}.${signed}`, `${named}.`, `.${signed}`, '']) {
    expect((await get(preview, { cookie: `mfe_staff=${forged}` })).statusCode).toBe(422)
  }
  api.setTime(new Date(Date.now() + 8.01 * 3_600_000))
  expect((await get(preview, mine)).statusCode).toBe(422)
  api.setTime(new Date())
})

test('a revoked token ends what its browser may see as staff', async () => {
  const preview = '/discovery.json?pin=mf-jury@1.1.0-pr7.1'
  const mine = cookieOf(await press((await newLink()).link))
  const other = cookieOf(await press((await newLink()).link))
  expect((await get(preview, mine)).statusCode).toBe(200)
  const tokens = tokensService(api.context)
  const [, first] = (await tokens.list()).toReversed()
  await tokens.revoke(first?.id ?? '', 'Operator')
  expect((await get(preview, mine)).json().problems).toEqual([
    { pin: 'mf-jury@1.1.0-pr7.1', problem: 'off' },
  ])
  expect((await get('/api/platform/overview', mine)).statusCode).toBe(403)
  expect((await get(preview, other)).statusCode).toBe(200)
})

test('a site without pins has no panel; a link leads to the page of releases', async () => {
  const config = { ...api.context.config, pins: 'off' as const }
  const app = buildApp({ ...api.context, config })
  const { path, link } = await newLink()
  expect((await app.inject('/api/platform/overview')).statusCode).toBe(404)
  expect((await app.inject(path)).statusCode).toBe(200)
  const payload = new URLSearchParams({ link }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const staff = { method: 'POST', url: '/api/platform/staff', payload, headers: type } as const
  const opened = await app.inject(staff)
  expect(opened.headers.location).toBe('/releases')
  const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const here = { cookie, 'sec-fetch-site': 'same-origin' }
  const overview = await app.inject({ url: '/api/platform/overview', headers: here })
  expect(overview.statusCode).toBe(200)
  await app.close()
})
