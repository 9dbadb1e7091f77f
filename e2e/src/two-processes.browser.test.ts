import { publication, session, sessionAdded } from '@awards/shared/contract'
import { ACCOUNTS } from './harness/accounts.ts'
import { tokenOf } from './harness/browser.ts'
import { call } from './harness/call.ts'
import { databaseUrl } from './harness/database.ts'
import { demoData, newFolder, startSite, type Site } from './harness/site.ts'
import { expect, proves, test } from './harness/test.ts'

/*
 * A server with `DATABASE_URL` beside one with the embedded database: the same product on the same
 * data, without a word between the two processes. With `TOPOLOGY=replicas` they are two of three replicas.
 */
let site: Site
let separate: Site | undefined
let first: Site
let second: Site

test.beforeAll(async () => {
  const dataDir = await demoData()
  site = await startSite({ dataDir })
  const [one, other] = site.replicas
  if (one && other) {
    first = { ...site, url: one }
    second = { ...site, url: other }
    return
  }
  first = site
  separate = await startSite({
    dataDir: await newFolder(),
    env: { DATABASE_URL: databaseUrl(site) },
  })
  second = separate
})
test.afterAll(async () => {
  await separate?.discard()
  await site?.discard()
})

test('both answer with the same winners', async () => {
  const ids = async (site: Site) => {
    const { list } = await call(site, '', publication.winnerList, { pageSize: 100 })
    return list.map(({ apply_order_id }) => apply_order_id)
  }
  expect(await ids(second)).toEqual(await ids(first))
  expect((await ids(first)).length).toBeGreaterThan(10)
})

test(
  'who signs in on one is known on the other, and signed out on both within a second',
  proves('security 52'),
  async () => {
    const token = await tokenOf(first, ACCOUNTS[0])
    expect((await call(second, token, session.getUserInfo, {})).email).toBe(ACCOUNTS[0])

    await call(first, token, sessionAdded.logout, {})

    const limit = Date.now() + 1_000
    const refused = async () =>
      call(second, token, session.getUserInfo, {}).then(
        () => false,
        (error: Error) => error.message.includes('401'),
      )
    let isOut = await refused()
    while (!isOut && Date.now() < limit) isOut = await refused()
    expect(isOut).toBe(true)
  },
)
