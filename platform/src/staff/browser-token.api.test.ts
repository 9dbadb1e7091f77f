import { registryPaths, RemoteOwners, ReleaseMinutes } from '@awards/shared/releases'
import { share, tokenHolder, type TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { noticesRepository } from '../registry/rollout/rollouts.repository.ts'
import { tokensService } from '../registry/authorization.ts'
import { releaseFiguresRepository } from '../reports/release-figures.repository.ts'
import { createStaffLink } from './staff.service.ts'

/* The page of releases acts for somebody with the deploy token of its browser. */
const api = await testApi()
let ana: TokenHolder

beforeAll(async () => {
  ana = await tokenHolder(api, '*', 'Ana')
  for (const name of ['mf-jury', 'mf-payment']) {
    for (const version of ['1.0.0', '1.1.0']) await ana.publish(name, version, { routes: [] })
  }
  await ana.promote('production', 'mf-jury', [share('1.0.0', 100, true)], 0)
})

/** A browser that has opened a link for staff. */
async function browser(owner: string, scope?: string) {
  const { url } = await createStaffLink(api.context, owner, scope)
  const link = new URL(url).searchParams.get('link') ?? ''
  const opened = await api.app.inject({
    method: 'POST',
    url: registryPaths.staff,
    payload: new URLSearchParams({ link }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const token = opened.cookies.find(({ name }) => name === 'mfe_deploy')?.value ?? ''
  const call = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object, headers = {}) =>
    api.app.inject({
      method,
      url: path,
      headers: {
        cookie: `mfe_deploy=${token}`,
        'sec-fetch-site': 'same-origin',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
  return {
    opened,
    token,
    call,
    async promote(name: string, versions: object[], more: object = {}) {
      const revision = await ana.revision('production', name)
      const headers = { 'if-match': `"${revision}"` }
      const path = registryPaths.deployment('production', name)
      return call('PATCH', path, { versions, ...more }, headers)
    },
  }
}

test('a link for a remote leads to the page, and its browser changes that remote in the name of its owner', async () => {
  const nadia = await browser('Nadia', 'mf-jury')
  expect(nadia.opened.headers.location).toBe('/releases')
  const caller = await nadia.call('GET', registryPaths.caller)
  expect(caller.json()).toMatchObject({ owner: 'Nadia', scope: 'mf-jury' })
  const promoted = await nadia.promote('mf-jury', [share('1.1.0', 100), share('1.0.0', 0, true)])
  expect(promoted.statusCode).toBe(200)
  const back = await nadia.call('POST', registryPaths.rollback('production', 'mf-jury'), {
    reason: 'scores are rounded twice',
  })
  expect(back.json().versions).toEqual([share('1.0.0', 100, true)])
  const audit = await nadia.call('GET', registryPaths.audit('production'))
  expect(audit.json().entries[0]).toMatchObject({
    actor: 'Nadia',
    action: 'rollback',
    reason: 'scores are rounded twice',
  })
  const other = await nadia.promote('mf-payment', [share('1.0.0', 100, true)])
  expect([other.statusCode, other.json().error]).toEqual([403, 'scope'])
})

test('a link without a remote only shows', async () => {
  const tom = await browser('Tom')
  expect((await tom.call('GET', registryPaths.channel('production'))).statusCode).toBe(200)
  const refused = await tom.promote('mf-jury', [share('1.1.0', 100, true)])
  expect([refused.statusCode, refused.json().error]).toEqual([403, 'scope'])
  expect(refused.json().message).toMatch(/only shows releases/)
})

test('another site, another host of this one and a call from nowhere cannot use the cookie', async () => {
  const nadia = await browser('Nadia', '*')
  for (const from of ['cross-site', 'same-site', 'none', '']) {
    const headers = { 'sec-fetch-site': from }
    const answer = await nadia.call('GET', registryPaths.caller, undefined, headers)
    expect([from, answer.statusCode]).toEqual([from, 401])
  }
})

test('ends after eight hours, and when it is revoked', async () => {
  const nadia = await browser('Nadia', 'mf-jury')
  const status = async () => (await nadia.call('GET', registryPaths.caller)).statusCode
  expect(await status()).toBe(200)
  api.setTime(new Date(Date.now() + 8.01 * 3_600_000))
  expect(await status()).toBe(401)
  api.setTime(new Date())
  expect(await status()).toBe(200)
  const tokens = tokensService(api.context)
  const [newest] = (await tokens.list()).toReversed()
  await tokens.revoke(newest?.id ?? '', 'operator')
  expect(await status()).toBe(401)
})

test('refuses a link for what is no remote, or for nobody', async () => {
  await expect(createStaffLink(api.context, 'Tom', 'jury')).rejects.toMatchObject({ status: 422 })
  await expect(createStaffLink(api.context, ' ', '*')).rejects.toMatchObject({ status: 422 })
  const lasting = tokensService(api.context).create('none', 'Tom', 'operator')
  await expect(lasting).rejects.toMatchObject({ status: 422 })
})

test('two links of one person are still one person for mf-payment; a hold needs no second', async () => {
  const [ada, again, ben] = [
    await browser('Ada', 'mf-payment'),
    await browser('Ada', '*'),
    await browser('Ben', '*'),
  ]
  const path = registryPaths.approve('production', 'mf-payment')
  const versions = [share('1.0.0', 100, true)]
  expect((await ada.promote('mf-payment', versions)).statusCode).toBe(202)
  const { proposed_at } = (await ada.call('GET', path)).json()
  expect((await again.call('POST', path, { proposed_at })).json().error).toBe('second_person')
  expect((await ben.call('POST', path, { proposed_at })).statusCode).toBe(200)

  // Without a canary there is nothing to hold.
  expect((await ada.promote('mf-payment', versions)).statusCode).toBe(202)
  const trial = [share('1.1.0', 1), share('1.0.0', 99, true)]
  const canary = { min_views: 500 }
  expect((await ada.promote('mf-payment', trial, { canary })).statusCode).toBe(202)
  const trialled = (await ben.call('GET', path)).json()
  await ben.call('POST', path, { proposed_at: trialled.proposed_at })
  const held = await ada.promote('mf-payment', trial)
  expect(held.statusCode).toBe(200)
  const audit = await ada.call('GET', registryPaths.audit('production'))
  expect(audit.json().entries[0]).toMatchObject({ action: 'hold', actor: 'Ada' })
})

test('tells who owns a remote and who is told; never the secret part of a webhook', async () => {
  const nadia = await browser('Nadia', 'mf-jury')
  await tokenHolder(api, 'mf-jury', 'Jury team')
  const contact = {
    mail: 'jury@example.org',
    webhook_url: 'https://chat.example.org/hooks/s3cret',
    webhook_secret: 'whsec_x',
  }
  await noticesRepository(api.db).saveOwner({ name: 'mf-jury', ...contact })
  const answer = await nadia.call('GET', registryPaths.owners)
  expect(RemoteOwners.parse(answer.json())).toEqual([
    { name: '*', owners: ['Ana'], told: [] },
    { name: 'mf-jury', owners: ['Jury team'], told: ['jury@example.org', 'chat.example.org'] },
  ])
  expect(answer.body).not.toMatch(/s3cret|whsec/)
})

test('counts by minute: what could not fail is unknown, not 0', async () => {
  const nadia = await browser('Nadia', 'mf-jury')
  const now = api.context.clock()
  const source = { channel: 'production', site: 'localhost' } as const
  const release = { name: 'mf-jury', version: '1.0.0' }
  const add = (minutesAgo: number, figure: 'views' | 'error_views' | 'loads', count: number) =>
    releaseFiguresRepository(api.db).add(new Date(now.getTime() - minutesAgo * 60_000), source, [
      { ...release, figure, count },
    ])
  await add(3, 'views', 40)
  await add(3, 'error_views', 2)
  await add(1, 'loads', 5)
  await add(70, 'views', 9)
  const answer = await nadia.call('GET', registryPaths.minutes('production', 'mf-jury'))
  const { since, until, minutes } = ReleaseMinutes.parse(answer.json())
  expect(Date.parse(until) - Date.parse(since)).toBe(3_600_000)
  expect(minutes).toMatchObject([
    { version: '1.0.0', views: 40, failed_views: 0, error_views: 2, failed_loads: null },
    { views: null, failed_views: null, failed_loads: 0 },
  ])
})

test('lists the proposals of a channel; without one there is nothing, and no error', async () => {
  const tom = await browser('Tom')
  const listed = async () => {
    const answer = await tom.call('GET', registryPaths.proposals('production'))
    return [answer.statusCode, answer.json().length]
  }
  expect(await listed()).toEqual([200, 0])
  const ada = await browser('Ada', 'mf-payment')
  expect((await ada.promote('mf-payment', [share('1.1.0', 100, true)])).statusCode).toBe(202)
  expect(await listed()).toEqual([200, 1])
})
