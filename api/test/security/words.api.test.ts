import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { account, entries, publicationAdded, session } from '@awards/shared/contract'
import { entryScene } from '../entry-scene.ts'
import { PROGRAMME } from '../payment-scene.ts'

/* User input in places where it could be interpreted. */
const { draft, ...api } = await entryScene()
const { db, build } = api
const mine = await draft()
const edit = (answers: object) =>
  mine.entrant.answer(entries.edit, { apply_order_id: mine.id, version: mine.version, answers })

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.org',
  '//evil.example',
  'example',
])('refuses the address %j with a field error', async (address) => {
  proves('security 3')
  for (const field of ['website_url', 'video_url']) {
    const answer = await edit({ [field]: address })
    expect(answer).toMatchObject({ code: 422, msg: { [`answers.${field}`]: expect.any(Array) } })
  }
})

test('the server fetches no address that a user entered', async () => {
  proves('security 6')
  const requests: string[] = []
  const listener = createServer((request, response) => {
    requests.push(String(request.url))
    response.end()
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/`
  const text = `See ${address}text or ![](${address}picture) <img src="${address}tag">`
  try {
    const answer = await edit({ website_url: `${address}website`, design_statement: text })
    expect(answer.code).toBe(200)
    await mine.entrant.call(entries.info, { apply_order_id: mine.id })
    await api.context.jobs.drain()
    await new Promise((done) => setImmediate(done))
    expect(requests).toEqual([])
  } finally {
    listener.close()
    listener.closeAllConnections()
  }
})

describe('a line break', () => {
  const HEADER = '\r\nBcc: all@example.org'

  test('in an address gets a field error', async () => {
    proves('security 7')
    for (const email of [`a@example.org${HEADER}`, `a${HEADER}@example.org`, 'a@b.org\nc@d.org']) {
      const answer = await api.as(null).answer(session.verifyCode, { email, scene: 'register' })
      expect(answer).toMatchObject({ code: 422, msg: { email: expect.any(Array) } })
    }
  })

  test('in a name gets a field error', async () => {
    proves('security 7')
    const profile = { first_name: 'A', last_name: 'B', country: 'FR', language: 'en' }
    for (const field of ['first_name', 'last_name', 'company']) {
      const sent = { ...profile, newsletter: false, [field]: `Anne${HEADER}` }
      const answer = await api.as(await build.user()).answer(account.updateProfile, sent)
      expect(answer).toMatchObject({ code: 422, msg: { [field]: expect.any(Array) } })
    }
  })

  test('in a message to the organiser adds no mail header', async () => {
    proves('security 7')
    const document = JSON.stringify(PROGRAMME)
    await db.insertInto('site_documents').values({ code: 'programme', document }).execute()
    const message = { name: `Anne${HEADER}`, email: 'anne@example.org', subject: `Hello${HEADER}` }
    await api
      .as(null)
      .answer(publicationAdded.sendMessage, { ...message, message: 'Twenty letters of text.' })
    await api.context.jobs.drain()
    for (const { to, subject, replyTo } of api.mails) {
      expect(`${to}${subject}${replyTo ?? ''}`).not.toMatch(/[\r\n]/)
      expect(to).not.toContain('all@example.org')
    }
  })
})

test.each([
  '//evil.example/home',
  '/en//evil.example',
  '/en/home//evil.example',
  '/fr//evil.example/%2e%2e',
  '/en/\\evil.example',
  '/en/%2f%2fevil.example',
  '/en/%5cevil.example/winners',
  '/en/winners/%2f%2fevil.example/',
  '/home/?redirect=https://evil.example',
  '/winners/?next=//evil.example',
  '/%0d%0alocation:%20https://evil.example',
])('%s redirects to no other site', async (url) => {
  proves('security 29')
  for (const language of ['en', 'fr']) {
    const headers = { accept: 'text/html', 'accept-language': language, host: 'evil.example' }
    const { headers: sent } = await api.app.inject({ url, headers })
    const to = sent['location']
    if (to === undefined) continue
    expect(to).toMatch(/^\/(?![/\\])/)
    expect(new URL(to, 'https://own.example').host).toBe('own.example')
  }
})
