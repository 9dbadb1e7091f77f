import {
  AuditPage,
  Deployment,
  Deployments,
  parseDiscovery,
  Proposal,
  registryPaths,
} from '@awards/shared/releases'
import { SHARED, shellFixture } from '../../../api/test/release-fixture.ts'
import { share, tokenHolder, type TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { shellsRepository } from './releases.repository.ts'

const api = await testApi()
let ci: TokenHolder
let anna: TokenHolder
let ben: TokenHolder
let count = 0

beforeAll(async () => {
  ci = await tokenHolder(api, '*', 'CI')
  anna = await tokenHolder(api, 'mf-payment', 'Anna')
  ben = await tokenHolder(api, 'mf-payment', 'Ben')
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await ci.publish('mf-payment', version)
})

/** Publishes versions of a new remote for a test. */
async function remote(...versions: string[]) {
  const name = `mf-test${String.fromCharCode(97 + (count += 1))}`
  for (const version of versions) await ci.publish(name, version, { routes: [] })
  return name
}
const lines = async (name: string) => {
  const answer = await ci.send('GET', registryPaths.audit('production'))
  const { entries } = AuditPage.parse(answer.json())
  return entries.filter((entry) => entry.name === name && entry.action !== 'publish').reverse()
}
const given = async (name: string) => {
  const answer = await api.app.inject('/discovery.json')
  const { microFrontends } = parseDiscovery(answer.json())
  return microFrontends[name]?.map(({ metadata, deployment }) =>
    share(metadata.version, deployment.traffic, deployment.default),
  )
}

describe('promotion', () => {
  test('takes effect at once, and the audit log has the versions before and after', async () => {
    const name = await remote('1.0.0', '1.1.0')
    const first = await ci.promote('production', name, [share('1.0.0', 100, true)], 0)
    expect(first.statusCode).toBe(200)
    expect(first.headers).toMatchObject({ etag: '"1"', 'cache-control': 'no-store' })
    expect(Deployment.parse(first.json())).toMatchObject({ revision: 1, withdrawn: [] })
    expect(await given(name)).toEqual([share('1.0.0', 100, true)])

    const versions = [share('1.1.0', 100), share('1.0.0', 0, true)]
    expect((await ci.promote('production', name, versions, 1)).statusCode).toBe(200)
    expect(await given(name)).toEqual(versions)
    expect(await lines(name)).toMatchObject([
      { action: 'promote', revision: 1, detail: { before: [] } },
      { action: 'promote', revision: 2, detail: { versions, before: [share('1.0.0', 100, true)] } },
    ])
  })

  test('a remote that was never deployed has revision 0', async () => {
    const answer = await ci.send('GET', registryPaths.deployment('staging', 'mf-unheard'))
    expect(answer.json()).toMatchObject({ revision: 0, versions: [] })
    expect(answer.headers['etag']).toBe('"0"')
  })

  test('scenario 11: of two concurrent promotions one succeeds, the other gets 412, and both are audited', async () => {
    proves('scenario 11')
    const name = await remote('1.0.0', '1.1.0')
    for (let revision = 0; revision < 5; revision += 1) {
      const answers = await Promise.all(
        ['1.0.0', '1.1.0'].map((version) =>
          ci.promote('production', name, [share(version, 100, true)], revision),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
      const refused = answers.find(({ statusCode }) => statusCode === 412)
      expect(refused?.json()).toMatchObject({ error: 'stale' })
      const recorded = (await lines(name)).slice(-2)
      expect(new Set(recorded.map(({ outcome }) => outcome))).toEqual(new Set(['done', 'refused']))
      const asked = recorded.map(({ detail }) => JSON.stringify(detail))
      expect(asked.some((text) => text.includes('1.0.0'))).toBe(true)
      expect(asked.some((text) => text.includes('1.1.0'))).toBe(true)
    }
  })

  test('answers 428 without If-Match', async () => {
    const name = await remote('1.0.0')
    const url = registryPaths.deployment('production', name)
    const answer = await ci.send('PATCH', url, { versions: [share('1.0.0', 100, true)] })
    expect(answer.statusCode).toBe(428)
    expect(answer.json().message).toContain('If-Match')
  })

  test.each([
    ['unknown', '9.9.9'],
    ['of another remote', '1.2.0'],
  ])('refuses a version that is %s', async (_what, version) => {
    const name = await remote('1.0.0')
    const answer = await ci.promote('production', name, [share(version, 100, true)])
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error: 'version_unknown' })
    expect(answer.json().message).toContain(version)
    expect(await given(name)).toBeUndefined()
  })

  test.each([
    ['traffic of 90', [share('1.0.0', 90, true)]],
    ['no default', [share('1.0.0', 100)]],
    ['a version twice', [share('1.0.0', 50, true), share('1.0.0', 50)]],
    ['negative traffic', [share('1.0.0', -1, true), share('1.1.0', 101)]],
  ])('refuses %s', async (_what, versions) => {
    const name = await remote('1.0.0', '1.1.0')
    const answer = await ci.promote('production', name, versions)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ error: 'invalid' })
  })

  test('an empty list removes the remote, and its revisions continue', async () => {
    const name = await remote('1.0.0')
    await ci.promote('production', name, [share('1.0.0', 100, true)])
    const removed = await ci.promote('production', name, [])
    expect(removed.json()).toMatchObject({ revision: 2, versions: [] })
    expect(await given(name)).toBeUndefined()
    expect((await lines(name)).at(-1)).toMatchObject({ action: 'remove' })
  })

  test('a release incompatible with the shell of one channel is refused in that channel only', async () => {
    const name = await remote()
    const shared = { ...SHARED, react: '^20.0.0' }
    await ci.publish(name, '2.0.0', { shared, routes: [] })
    await shellsRepository(api.db).save('production', shellFixture(), new Date())
    const versions = [share('2.0.0', 100, true)]
    const refused = await ci.promote('production', name, versions)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().problems).toMatchObject([
      { gate: 'shared_unsatisfied', subject: 'react', wanted: '^20.0.0', provided: '19.3.1' },
    ])
    expect((await ci.promote('staging', name, versions)).statusCode).toBe(200)
    await api.db.deleteFrom('mfe_shells').execute()
  })

  test('a channel lists its deployments', async () => {
    const name = await remote('1.0.0')
    await ci.promote('staging', name, [share('1.0.0', 100, true)])
    const answer = await ci.send('GET', registryPaths.channel('staging'))
    const all = Deployments.parse(answer.json())
    expect(all).toContainEqual(expect.objectContaining({ name, channel: 'staging', revision: 1 }))
  })
})

describe('rollback', () => {
  test('creates a revision that restores the previous deployment and withdraws the removed versions', async () => {
    const name = await remote('1.0.0', '1.1.0')
    await ci.promote('production', name, [share('1.0.0', 100, true)])
    await ci.promote('production', name, [share('1.1.0', 100), share('1.0.0', 0, true)])
    const answer = await ci.rollback('production', name, { reason: 'blank page' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['etag']).toBe('"3"')
    expect(answer.json()).toMatchObject({
      revision: 3,
      versions: [share('1.0.0', 100, true)],
      withdrawn: ['1.1.0'],
    })
    expect(await given(name)).toEqual([share('1.0.0', 100, true)])
    expect((await lines(name)).at(-1)).toMatchObject({
      action: 'rollback',
      revision: 3,
      actor: 'CI',
      reason: 'blank page',
    })
    const again = await ci.promote('production', name, [share('1.1.0', 100, true)])
    expect(again.json()).toMatchObject({ revision: 4, withdrawn: [] })
  })

  test('ends a whole ramp; a second rollback goes further back, never forward', async () => {
    const name = await remote('0.9.0', '1.0.0', '1.1.0')
    await ci.promote('production', name, [share('0.9.0', 100, true)])
    await ci.promote('production', name, [share('1.0.0', 100), share('0.9.0', 0, true)])
    for (const traffic of [1, 10, 50]) {
      const versions = [share('1.1.0', traffic), share('1.0.0', 100 - traffic, true)]
      await ci.promote('production', name, versions)
    }
    const first = await ci.rollback('production', name)
    expect(first.json()).toMatchObject({
      versions: [share('1.0.0', 100), share('0.9.0', 0, true)],
      withdrawn: ['1.1.0'],
    })
    const second = await ci.rollback('production', name)
    expect(second.json()).toMatchObject({ versions: [share('0.9.0', 100, true)] })
    expect(second.json<Deployment>().withdrawn.sort()).toEqual(['1.0.0', '1.1.0'])
    const third = await ci.rollback('production', name)
    expect(third.statusCode).toBe(409)
    expect(third.json()).toMatchObject({ error: 'nothing_to_roll_back' })
  })

  test('restores a removed remote', async () => {
    const name = await remote('1.0.0')
    await ci.promote('production', name, [share('1.0.0', 100, true)])
    await ci.promote('production', name, [])
    const answer = await ci.rollback('production', name)
    expect(answer.json()).toMatchObject({ revision: 3, versions: [share('1.0.0', 100, true)] })
  })

  test('to a named version gives it all traffic', async () => {
    const name = await remote('1.0.0', '1.1.0', '1.2.0', '1.3.0')
    await ci.promote('production', name, [share('1.0.0', 100, true)])
    await ci.promote('production', name, [share('1.2.0', 100), share('1.1.0', 0, true)])
    const answer = await ci.rollback('production', name, { to: '1.0.0' })
    expect(answer.json()).toMatchObject({ versions: [share('1.0.0', 100, true)] })
    expect(answer.json<Deployment>().withdrawn.sort()).toEqual(['1.1.0', '1.2.0'])
    expect((await ci.rollback('production', name, { to: '1.0.0' })).statusCode).toBe(409)
    const unknown = await ci.rollback('production', name, { to: '7.0.0' })
    expect(unknown.json()).toMatchObject({ error: 'version_unknown' })
    const fresh = await ci.rollback('production', name, { to: '1.3.0' })
    expect(fresh.json()).toMatchObject({ error: 'never_deployed' })
    expect(fresh.statusCode).toBe(422)
  })

  test('refuses a version that was never deployed', async () => {
    const answer = await ci.rollback('production', await remote('1.0.0'))
    expect(answer.statusCode).toBe(409)
  })

  test('with If-Match, two concurrent rollbacks go back once', async () => {
    const name = await remote('1.0.0', '1.1.0', '1.2.0')
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) {
      await ci.promote('production', name, [share(version, 100, true)])
    }
    const press = () =>
      ci.send('POST', registryPaths.rollback('production', name), {}, { 'if-match': '"3"' })
    const answers = await Promise.all([press(), press()])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412])
    expect(await given(name)).toEqual([share('1.1.0', 100, true)])
  })
})

describe('payments in production', () => {
  const versions = [share('1.1.0', 100, true)]
  const NAME = 'mf-payment'

  test('need the approval of a second person', async () => {
    const proposed = await anna.promote('production', NAME, versions)
    expect(proposed.statusCode).toBe(202)
    expect(Proposal.parse(proposed.json())).toMatchObject({ proposed_by: 'Anna', versions })
    expect(await given(NAME)).toBeUndefined()

    const alone = await anna.approve('production', NAME)
    expect(alone.statusCode).toBe(403)
    const second = await tokenHolder(api, '*', 'Anna')
    expect((await second.approve('production', NAME)).statusCode).toBe(403)

    const shown = await ben.send('GET', registryPaths.approve('production', NAME))
    expect(Proposal.parse(shown.json()).versions).toEqual(versions)
    const approved = await ben.approve('production', NAME)
    expect(approved.json()).toMatchObject({ revision: 1, versions })
    expect(await given(NAME)).toEqual(versions)
    expect(
      (await lines(NAME)).map(({ action, actor, outcome }) => [action, actor, outcome]),
    ).toEqual([
      ['propose', 'Anna', 'done'],
      ['approve', 'Anna', 'refused'],
      ['approve', 'Anna', 'refused'],
      ['approve', 'Ben', 'done'],
    ])
    expect((await ben.approve('production', NAME)).statusCode).toBe(404)
  })

  test('refuse a proposal for an outdated revision', async () => {
    await anna.promote('production', NAME, [share('1.2.0', 100, true)])
    await ci.promote('production', NAME, [])
    await ben.approve('production', NAME)
    await anna.promote('production', NAME, [share('1.2.0', 100, true)])
    await ben.rollback('production', NAME)
    const overtaken = await ben.approve('production', NAME)
    expect(overtaken.statusCode).toBe(412)
    expect(overtaken.json().message).toContain('revision 3')
    const late = await anna.promote('production', NAME, [share('1.2.0', 100, true)], 1)
    expect(late.statusCode).toBe(412)
  })

  test('refuse the approval of a proposal that was replaced meanwhile', async () => {
    api.setTime('2026-11-20T12:00:00Z')
    const seen = Proposal.parse((await anna.promote('production', NAME, versions)).json())
    api.setTime('2026-11-20T12:01:00Z')
    await anna.promote('production', NAME, [share('1.2.0', 100, true)])
    const body = { proposed_at: seen.proposed_at }
    expect((await ben.approve('production', NAME, body)).statusCode).toBe(412)
    expect((await ben.approve('production', NAME, {})).statusCode).toBe(422)
    expect((await ben.approve('production', NAME)).json()).toMatchObject({
      versions: [share('1.2.0', 100, true)],
    })
  })

  test('are rolled back, and deployed to staging, by one person', async () => {
    expect((await anna.rollback('production', NAME, { to: '1.1.0' })).statusCode).toBe(200)
    expect((await anna.promote('staging', NAME, versions)).statusCode).toBe(200)
  })
})

describe('the audit log', () => {
  test('is paged', async () => {
    const name = await remote('1.0.0')
    for (let index = 0; index < 60; index += 1) {
      await ci.promote('staging', name, [share('1.0.0', 100, true)], index)
    }
    const url = registryPaths.audit('staging')
    const first = AuditPage.parse((await ci.send('GET', url)).json())
    expect(first.entries).toHaveLength(50)
    const second = AuditPage.parse((await ci.send('GET', `${url}?before=${first.next}`)).json())
    const revisions = [...first.entries, ...second.entries]
      .filter((entry) => entry.name === name && entry.revision !== null)
      .map(({ revision }) => revision)
    expect(revisions).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index))
  })

  test('stores the request body up to a limit', async () => {
    const name = await remote('1.0.0')
    const flood = [share('1.0.0', 100, true), share('x'.repeat(5_000), 0)]
    expect((await ci.promote('production', name, flood)).statusCode).toBe(422)
    expect(await lines(name)).toMatchObject([{ detail: { asked: 'too long to keep' } }])
  })

  test.each([
    [
      'changed',
      (): Promise<unknown> => api.db.updateTable('mfe_audit').set({ actor: 'nobody' }).execute(),
    ],
    ['removed', (): Promise<unknown> => api.db.deleteFrom('mfe_audit').execute()],
  ])('cannot be %s', async (_what, attempt) => {
    await expect(attempt()).rejects.toThrow('append-only')
  })
})

test.each([
  ['a channel that there is not', registryPaths.channel('canary' as 'staging'), 404],
  ['a call that there is not', '/api/registry/nothing', 404],
])('answers %s as JSON', async (_what, url, status) => {
  const answer = await ci.send('GET', url)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.json()).toHaveProperty('message')
})
