import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createCardSimulator } from './create-card-simulator.ts'
import type { CardSimulator } from './create-card-simulator.ts'
import { API_VERSION } from './card-book.ts'

let dataDir = ''
let server: Server
let base = ''
let card: CardSimulator
let now = new Date('2027-03-01T10:00:00Z')
const heard: { id: string; type: string }[] = []
let refusals = 0

const options = () => ({
  dataDir,
  mode: 'demo' as const,
  notifyUrl: `${base}/hook`,
  pagesUrl: base,
  now: () => now,
})

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'card-'))
  server = createServer(async (request, response) => {
    if (request.url !== '/hook') return card.handle(request, response)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    heard.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof heard)[number])
    refusals -= 1
    return response.writeHead(refusals < 0 ? 200 : 500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
  card = await createCardSimulator(options())
})
afterAll(async () => {
  card.close()
  server.closeAllConnections()
  server.close()
  await rm(dataDir, { recursive: true })
})

const headers = (key?: string) => ({
  authorization: `Bearer ${card.credentials.secretKey}`,
  'stripe-version': API_VERSION,
  'content-type': 'application/x-www-form-urlencoded',
  ...(key && { 'idempotency-key': key }),
})
const wish = (change: Record<string, string> = {}) =>
  new URLSearchParams({
    mode: 'payment',
    client_reference_id: 'P270301AAAAAAAAAA',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'eur',
    'line_items[0][price_data][unit_amount]': '31200',
    'line_items[0][price_data][product_data][name]': 'Entry fee <b>',
    expires_at: String(now.getTime() / 1_000 + 3_600),
    success_url: 'http://site.example/pay-result?order_no=P270301AAAAAAAAAA',
    cancel_url: 'http://site.example/pay-result?order_no=P270301AAAAAAAAAA',
    ...change,
  })
type Answer = {
  id: string
  status?: string
  error?: { type: string; code?: string; message: string }
}
const post = async (call: string, body: URLSearchParams, key?: string) => {
  const answer = await fetch(`${base}/v1/${call}`, { method: 'POST', body, headers: headers(key) })
  return {
    status: answer.status,
    replayed: answer.headers.get('idempotent-replayed'),
    body: (await answer.json()) as Answer,
  }
}
const open = async () => (await post('checkout/sessions', wish())).body.id

test('it does not run in production', async () => {
  await expect(createCardSimulator({ ...options(), mode: 'production' })).rejects.toThrow(
    'production',
  )
})

test('its keys are for their owner alone, and outlive a restart together with the book', async () => {
  const id = await open()
  const { mode } = await stat(path.join(dataDir, 'simulators', 'card-keys.json'))
  expect(mode & 0o077).toBe(0)

  const again = await createCardSimulator(options())
  again.close()

  expect(again.credentials).toEqual(card.credentials)
  expect(again.sessions().map((session) => session.id)).toContain(id)
  expect(await readFile(path.join(dataDir, 'simulators', 'card-book.json'), 'utf8')).toContain(id)
})

test('an idempotency key gives the first answer again, and refuses other parameters', async () => {
  const first = await post('checkout/sessions', wish(), 'co_1')
  const again = await post('checkout/sessions', wish(), 'co_1')
  const other = await post('checkout/sessions', wish({ locale: 'fr' }), 'co_1')

  expect([first.replayed, again.replayed]).toEqual([null, 'true'])
  expect(again.body).toEqual(first.body)
  expect(other).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
})

test.each([
  ['too short a life', { expires_at: '1772360000' }, 'parameter_invalid'],
  ['a parameter that is not known', { colour: 'green' }, 'parameter_unknown'],
  ['no address to return to', { success_url: '' }, 'parameter_missing'],
  ['no whole amount', { 'line_items[0][price_data][unit_amount]': '3.5' }, 'parameter_invalid'],
  ['no address of a mailbox', { customer_email: 'nobody' }, 'email_invalid'],
])('%s is refused in the provider’s words', async (_, change: Record<string, string>, code) => {
  expect(await post('checkout/sessions', wish(change))).toMatchObject({
    status: 400,
    body: { error: { type: 'invalid_request_error', code } },
  })
})

test('a call without the key is refused, and rubbish does not end the process', async () => {
  const nobody = await fetch(`${base}/v1/refunds`, {
    headers: { authorization: 'Bearer sk_test_x' },
  })
  const rubbish = await fetch(`${base}/card/chaos`, { method: 'POST', body: '{' })
  expect([nobody.status, rubbish.status]).toEqual([401, 400])
})

test('E35: a card with 3-D Secure asks the holder; a proof that fails charges nothing', async () => {
  const id = await open()
  const send = (fields: Record<string, string>) =>
    fetch(`${base}/card/pay/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ card: 'challenged', ...fields }),
      redirect: 'manual',
    }).then((answer) => answer.headers.get('location'))

  const state = async () => {
    const answer = await fetch(`${base}/card/state`)
    const { sessions } = (await answer.json()) as { sessions: { id: string }[] }
    return sessions.find((one) => one.id === id)
  }

  expect(await send({})).toBe(`/card/pay/${id}?challenge=1`)
  const asked = await fetch(`${base}/card/pay/${id}?challenge=1`).then((page) => page.text())
  expect(asked).toContain('Your bank asks: is it you?')
  expect(await send({ proof: 'failed' })).toBe(`/card/pay/${id}?declined=authentication_failed`)
  const refused = await fetch(`${base}/card/pay/${id}?declined=authentication_failed`)
  expect(await refused.text()).toContain('Your bank could not confirm that it is you')
  expect(await state()).toMatchObject({ status: 'open' })
  expect(await send({ proof: 'proven' })).toContain('/pay-result')
  expect(await state()).toMatchObject({ payment_status: 'paid' })
})

test('the page is paid without a script: declined, then paid, then complete', async () => {
  const id = await open()
  const page = await (await fetch(`${base}/card/pay/${id}`)).text()
  expect(page).toContain('€312.00')
  expect(page).toContain('Entry fee &lt;b&gt;')
  const pay = (chosen: string) =>
    fetch(`${base}/card/pay/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ card: chosen }),
      redirect: 'manual',
    })

  const declined = await pay('declined')
  expect(declined.headers.get('location')).toBe(`/card/pay/${id}?declined=generic_decline`)
  expect((await pay('succeeds')).headers.get('location')).toBe(
    'http://site.example/pay-result?order_no=P270301AAAAAAAAAA',
  )
  expect((await pay('succeeds')).headers.get('location')).toBe(`/card/pay/${id}`)
  expect(await (await fetch(`${base}/card/pay/${id}`)).text()).toContain(
    'This payment is complete.',
  )
})

test('a page that is closed, or whose time is over, takes no money', async () => {
  const [closed, late] = [await open(), await open()]
  expect(
    (await post(`checkout/sessions/${closed}/expire`, new URLSearchParams())).body.status,
  ).toBe('expired')
  expect(card.pay(closed)).toEqual({ ok: false, reason: 'expired' })
  expect(await post(`checkout/sessions/${closed}/expire`, new URLSearchParams())).toMatchObject({
    status: 400,
  })

  now = new Date(now.getTime() + 3_600_000)
  expect(card.pay(late)).toEqual({ ok: false, reason: 'expired' })
})

test('more than was paid is not sent back', async () => {
  const id = await open()
  card.pay(id)
  const intent = card.sessions().find((session) => session.id === id)?.payment_intent ?? ''
  const refund = (amount: string) =>
    post('refunds', new URLSearchParams({ payment_intent: intent, amount }))

  expect(await refund('31201')).toMatchObject({ status: 400 })
  expect(await refund('31200')).toMatchObject({ status: 200, body: { status: 'succeeded' } })
  expect(await refund('1')).toMatchObject({ body: { error: { code: 'charge_already_refunded' } } })
})

test('a refund that the balance refused is refused again under its key, and made under another', async () => {
  const id = await open()
  card.pay(id)
  const intent = card.sessions().find((session) => session.id === id)?.payment_intent ?? ''
  const refund = (key: string) =>
    post('refunds', new URLSearchParams({ payment_intent: intent, amount: '31200' }), key)
  card.setChaos({ noBalance: true })
  expect(await refund('R1')).toMatchObject({ body: { error: { code: 'balance_insufficient' } } })
  card.setChaos({})

  expect(await refund('R1')).toMatchObject({ status: 400, replayed: 'true' })
  expect(await refund('R1_2')).toMatchObject({ status: 200, replayed: null })
})

test('a list is read page by page, the newest first', async () => {
  const made = [await open(), await open(), await open()]
  const read = async (query: string) => {
    const answer = await fetch(`${base}/v1/checkout/sessions?${query}`, { headers: headers() })
    return (await answer.json()) as { data: { id: string }[]; has_more: boolean }
  }
  const first = await read('limit=2')
  const next = await read(`limit=1&starting_after=${first.data[1]?.id}`)

  expect([...first.data, ...next.data].map(({ id }) => id)).toEqual(made.reverse())
  expect([first.has_more, next.has_more]).toEqual([true, true])
})

test('an event that is refused comes again under the same number, until it is accepted', async () => {
  card.setChaos({ retryScheduleMs: [1, 1, 1] })
  const id = await open()
  refusals = 2
  heard.length = 0
  await post(`checkout/sessions/${id}/expire`, new URLSearchParams())
  const delivered = () => card.deliveries().filter(({ id: event }) => event === heard[0]?.id)
  while (!delivered().some(({ status }) => status === 200)) {
    await new Promise((resolve) => setTimeout(resolve, 5))
  }

  expect(delivered().map(({ attempt, status }) => [attempt, status])).toEqual([
    [3, 200],
    [2, 500],
    [1, 500],
  ])
  expect(new Set(heard.map(({ type }) => type))).toEqual(new Set(['checkout.session.expired']))
})
