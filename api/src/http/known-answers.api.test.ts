import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { publication } from '@awards/shared/contract'
import { testApi } from '../../test/test-api.ts'
import { openSession } from '../modules/accounts/session-token.ts'
import { shutDownGracefully } from '../start/start-server.ts'

const api = await testApi({ SITE_URL: 'https://awards.example.org' })
const { app, build, context, db } = api
await build.programme()
const edition = await build.edition({
  status: 4,
  opens_at: build.at(-300),
  closes_at: build.at(-200),
  results_published_at: build.at(-100),
})
const owner = await build.user()
const winner = (title: string) =>
  build.entry(owner, { title, edition_id: edition.id, entry_status: 60, is_show: true })
const [first, second, third] = [
  await winner('灯 “Ondine”'),
  await winner('Nido'),
  await winner('é'),
]
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
// Known for some seconds, however long they take here.
api.setTime(new Date())

const LIST = publication.winnerList.path
const sheetOf = (id: string) => `${publication.winnerInfo.path}?apply_order_id=${id}`
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
const told = ({ status, headers }: Response) => {
  const { date: _date, 'x-request-id': id, ...rest } = Object.fromEntries(headers)
  return { status, id, rest }
}

test('a known answer is the one that was made, to the last byte and header', async () => {
  await context.publicCache.settle()
  for (const path of [LIST, `${LIST}?current=1`, sheetOf(first.id)]) {
    for (const language of ['en', 'fr', 'zh']) {
      const headers = { 'accept-language': language }
      const made = await ask(path, headers)
      const text = await made.text()
      const known = await ask(path, headers)
      // With the trace of the request for which it was made.
      expect(await known.text()).toBe(text)
      expect(told(known).rest).toEqual(told(made).rest)
      expect(told(known).rest).toMatchObject({
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      })
      expect(told(known).id).toMatch(/^[\da-f]{16}$/)
      expect(told(known).id).not.toBe(told(made).id)

      const unchanged = await ask(path, {
        ...headers,
        'if-none-match': made.headers.get('etag') ?? '',
      })
      expect(unchanged.status).toBe(304)
      expect(await unchanged.text()).toBe('')
      expect(unchanged.headers.get('etag')).toBe(made.headers.get('etag'))
      expect(unchanged.headers.get('cache-control')).toBe(made.headers.get('cache-control'))
    }
  }
})

test('somebody with a session, another method and a wrong token go the long way', async () => {
  await (await ask(LIST)).text()
  const { token } = await openSession(db, owner.id, api.context.clock())
  const own = await ask(LIST, { token })
  expect(own.headers.get('cache-control')).toBe('private, no-cache')
  expect(await (await ask(LIST, { token: 'x'.repeat(40) })).json()).toMatchObject({ code: 401 })
  expect((await ask(LIST, {}, 'HEAD')).status).not.toBe(500)
  expect(await (await ask(LIST, {}, 'POST')).text()).not.toContain('Ondine')
  expect((await ask(LIST, {}, 'TRACE').catch(() => ({ status: 405 }))).status).toBe(405)
})

test('a winner that is hidden is not among known answers any more', async () => {
  await (await ask(sheetOf(third.id))).text()
  const show = (is_show: boolean) =>
    db.updateTable('apply_orders').set({ is_show }).where('id', '=', third.id).execute()
  await show(false)
  await context.publicCache.settle()
  expect(await (await ask(sheetOf(third.id))).json()).toMatchObject({ code: 404 })
  await show(true)
  await context.publicCache.settle()
})

test('what is asked for at the same moment comes to who asked: sheets, pages and people', async () => {
  const someone = await build.user()
  const tokens = await Promise.all(
    [owner, someone].map(async ({ id }) => (await openSession(db, id, context.clock())).token),
  )
  const paths = [
    ...[third, second, first, third].map(({ id }) => sheetOf(id)),
    ...[3, 1, 4, 2].map((current) => `${LIST}?current=${current}&pageSize=1`),
  ]
  const apart = []
  for (const path of paths) apart.push((await app.inject({ url: path })).json().data)
  // The memory forgets at each change, so that all of it is asked for again.
  const { title } = third
  await db.updateTable('apply_orders').set({ title }).where('id', '=', third.id).execute()
  await context.publicCache.settle()
  const gone = '999999999999999999'
  const together = await Promise.all([
    ...[...paths, sheetOf(gone)].map((url) => app.inject({ url })),
    ...tokens.map((token) =>
      app.inject({ url: '/api/user/getUserInfo', headers: { token }, method: 'POST' }),
    ),
  ])
  const answers = together.map((answer) => answer.json())
  expect(answers.slice(0, paths.length).map(({ data }) => data)).toEqual(apart)
  expect(apart.map((data) => data.title ?? data.list[0]?.title)).toEqual([
    ...['é', 'Nido', '灯 “Ondine”', 'é'],
    ...[apart[4].list[0].title, apart[5].list[0].title, undefined, apart[7].list[0].title],
  ])
  const [missing, mine, theirs] = answers.slice(paths.length)
  expect(missing.code).toBe(404)
  expect([mine.data.id, theirs.data.id]).toEqual([owner.id, someone.id])
})

test('those who ask at one moment get each their own, in the order of their questions', async () => {
  for (const { id } of [first, second]) await (await ask(sheetOf(id))).text()
  const tag = (await ask(sheetOf(second.id))).headers.get('etag') ?? ''
  const question = (id: string, more = '') =>
    `GET ${sheetOf(id)} HTTP/1.1\r\nhost: site\r\n${more}\r\n`
  const everybody = Array.from({ length: 12 }, async (_, at) => {
    const asked = at % 2 ? [first, second] : [second, first]
    const line = connect(port, '127.0.0.1')
    await once(line, 'connect')
    const last = question(second.id, `if-none-match: ${tag}\r\nconnection: close\r\n`)
    line.write(asked.map(({ id }) => question(id)).join('') + last)
    // One of them does not wait.
    if (at === 5) return line.destroy()
    const heard = (await line.setEncoding('utf8').toArray()).join('').split('HTTP/1.1 ').slice(1)
    expect(heard.map((answer) => answer.slice(0, 3))).toEqual(['200', '200', '304'])
    const isOwn = asked.map(({ id }, place) => heard[place]?.includes(`"apply_order_id":"${id}"`))
    expect(isOwn).toEqual([true, true])
    return heard.map((answer) => /x-request-id: (\w+)/.exec(answer)?.[1])
  })
  const numbers = (await Promise.all(everybody)).filter(Array.isArray).flat()
  expect(numbers).toHaveLength(33)
  expect(new Set(numbers).size).toBe(33)
})

test('while the server ends, what is known goes the long way, which closes the connection', async () => {
  const question = `GET ${LIST} HTTP/1.1\r\nhost: site\r\n\r\n`
  const line = connect(port, '127.0.0.1')
  let heard = ''
  line.setEncoding('utf8').on('data', (part: string) => (heard += part))
  await once(line, 'connect')
  line.write(question)
  await once(line, 'data')
  const closed = shutDownGracefully(app)
  while (app.server.listening) await setImmediate()
  line.write(question)
  await once(line, 'close')
  await closed
  expect(heard.split('HTTP/1.1 200').length).toBe(3)
  expect(heard).toMatch(/connection: close/i)
})
