import { ENTRY_FILE, registryPaths } from '@awards/shared/releases'
import { share, tokenHolder } from '../../../api/test/registry-caller.ts'
import type { TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { releaseKey } from './registry.types.ts'
import { removeUnused } from './retention.ts'

const api = await testApi()
const NAME = 'mf-jury'
let ci: TokenHolder

const day = (number: number) => new Date(Date.UTC(2026, 8, number)).toISOString()
const served = async (version: string) =>
  (await api.app.inject(`/mfe/${NAME}/${version}/${ENTRY_FILE}`)).statusCode === 200
const stored = async (version: string) => {
  const file = await api.context.registryStorage.get(releaseKey(NAME, version, ENTRY_FILE))
  file?.body.destroy()
  return file !== undefined
}
const removeAt = async (number: number) => {
  api.setTime(day(number))
  await removeUnused(api.context)
}

beforeAll(async () => {
  ci = await tokenHolder(api, '*', 'CI')
  api.setTime(day(1))
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await ci.publish(NAME, version)
  await ci.promote('production', NAME, [share('1.0.0', 100, true)])
  api.setTime(day(40))
  // 1.0.0 stays as the default; then 1.1.0 replaces it as default too.
  await ci.promote('production', NAME, [share('1.1.0', 100), share('1.0.0', 0, true)])
})

test('keeps everything for thirty days', async () => {
  await removeAt(31)
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) expect(await served(version)).toBe(true)
})

test('removes the files of a release that was undeployed for thirty days, and audits it', async () => {
  await ci.promote('staging', NAME, [share('1.3.0', 100, true)])
  await removeAt(41)
  expect(await served('1.2.0')).toBe(false)
  expect(await stored('1.2.0')).toBe(false)
  for (const version of ['1.0.0', '1.1.0', '1.3.0']) expect(await served(version)).toBe(true)
  const retired = await api.db
    .selectFrom('mfe_audit')
    .selectAll()
    .where('action', '=', 'retire')
    .execute()
  expect(retired).toMatchObject([{ name: NAME, detail: { version: '1.2.0' }, outcome: 'done' }])
})

test('a removed version can be neither promoted nor published again', async () => {
  const promoted = await ci.promote('production', NAME, [share('1.2.0', 100, true)])
  expect(promoted.statusCode).toBe(422)
  const published = await ci.publish(NAME, '1.2.0')
  expect(published.statusCode).toBe(409)
  expect(published.json()).toMatchObject({ error: 'version_removed' })
  const list = await ci.send('GET', registryPaths.versions(NAME))
  expect(list.body).not.toContain('1.2.0')
  // The next preview of a change looks for its number among all that ever were.
  const all = await ci.send('GET', `${registryPaths.versions(NAME)}?removed=1`)
  expect(all.body).toContain('1.2.0')
})

test('keeps a release that was replaced yesterday, regardless of when it was deployed', async () => {
  api.setTime(day(100))
  await ci.promote('production', NAME, [share('1.3.0', 100, true)])
  await removeAt(101)
  expect(await served('1.1.0')).toBe(true)
  expect(await served('1.0.0')).toBe(true)
  await removeAt(131)
  expect(await served('1.1.0')).toBe(false)
  expect(await served('1.3.0')).toBe(true)
})

test('the next run removes files that the last one could not', async () => {
  await api.context.registryStorage.put(releaseKey(NAME, '1.1.0', ENTRY_FILE), Buffer.from('left'))
  await removeAt(132)
  expect(await stored('1.1.0')).toBe(false)
})

test('a rollback skips deployments whose files are removed', async () => {
  const none = await ci.rollback('production', NAME)
  expect(none.json()).toMatchObject({ error: 'nothing_to_roll_back' })
  await ci.publish(NAME, '1.4.0')
  await ci.promote('production', NAME, [share('1.4.0', 100, true)])
  const answer = await ci.rollback('production', NAME)
  expect(answer.json()).toMatchObject({ versions: [share('1.3.0', 100, true)] })
})

test('a preview goes after fourteen days, or as soon as its change is merged', async () => {
  const publish = (version: string) => ci.publish(NAME, version, {}, '?preview=1')
  api.setTime(day(200))
  for (const version of ['1.5.0-pr88.1', '1.5.0-pr88.2', '1.5.0-pr89.1']) {
    expect((await publish(version)).json()).toMatchObject({ version, preview: true })
  }
  const end = (version: string) => ci.send('DELETE', registryPaths.version(NAME, version))
  expect((await end('1.5.0-pr88.1')).statusCode).toBe(204)
  expect([await served('1.5.0-pr88.1'), await stored('1.5.0-pr88.1')]).toEqual([false, false])
  expect((await end('1.5.0-pr88.1')).statusCode).toBe(404)
  await ci.promote('staging', NAME, [share('1.5.0-pr89.1', 100, true)])
  const kept = await Promise.all(['1.3.0', '1.5.0-pr89.1'].map(end))
  expect(kept.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  const [last] = await api.db
    .selectFrom('mfe_audit')
    .select(['actor', 'detail', 'outcome'])
    .where('action', '=', 'retire')
    .where('outcome', '=', 'done')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(last).toMatchObject({ actor: 'CI', detail: { version: '1.5.0-pr88.1' } })

  await removeAt(213)
  expect(await served('1.5.0-pr88.2')).toBe(true)
  await removeAt(215)
  const after = await Promise.all(['1.5.0-pr88.2', '1.5.0-pr89.1', '1.3.0'].map(served))
  expect(after).toEqual([false, true, true])
})
