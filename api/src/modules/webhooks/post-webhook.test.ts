import { webhookReceiver } from '../../../test/webhook-receiver.ts'
import { isPublicAddress } from '../../lib/public-request.ts'
import { postWebhook, type Post } from './post-webhook.ts'

const target = await webhookReceiver()
afterAll(() => target.close())
beforeEach(() => {
  target.received.length = 0
  target.receiver.behave = () => 204
})

const post = (given: Partial<Post> = {}) =>
  postWebhook({
    url: target.url,
    headers: { 'webhook-id': 'msg_1' },
    body: '{"type":"webhook.test"}',
    isLocal: true,
    signal: new AbortController().signal,
    ...given,
  })

test('sends the body as JSON with the headers of the webhook', async () => {
  expect(await post()).toEqual({ outcome: 'delivered', status: 204 })
  expect(target.received).toMatchObject([
    {
      body: '{"type":"webhook.test"}',
      headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
    },
  ])
})

test('follows no redirect', async () => {
  target.receiver.behave = () => 'redirect'
  expect(await post()).toEqual({ outcome: 'redirect', status: 307 })
  expect(target.received.map(({ path }) => path)).toEqual(['/'])
})

test('gives up a receiver that does not answer in time', async () => {
  target.receiver.behave = () => 'hang'
  expect(await post({ timeoutMs: 100 })).toEqual({ outcome: 'timeout', status: null })
})

test.each([
  [410, { outcome: 'gone', status: 410 }],
  [500, { outcome: 'refused', status: 500 }],
  ['close' as const, { outcome: 'broken_off', status: null }],
  ['upgrade' as const, { outcome: 'broken_off', status: null }],
])('names what happened: %s', async (behaviour, attempt) => {
  target.receiver.behave = () => behaviour
  expect(await post()).toEqual(attempt)
})

test.each<[string, number | undefined]>([
  ['120', 120],
  ['9999999', 86_400],
  ['Wed, 21 Oct 2099 07:28:00 GMT', 86_400],
  ['Wed, 21 Oct 2015 07:28:00 GMT', undefined],
  ['0', undefined],
  ['-5', undefined],
  ['soon', undefined],
])('reads a pause that the receiver asks for: %s', async (retryAfter, retry_after) => {
  target.receiver.behave = () => ({ retryAfter })
  expect(await post()).toEqual({ outcome: 'refused', status: 429, retry_after })
})

test('names a port where nobody listens, and a host that nobody knows', async () => {
  expect(await post({ url: 'http://127.0.0.1:1/' })).toMatchObject({ outcome: 'unreachable' })
  const unknown = await post({ url: 'https://receiver.invalid/', isLocal: false })
  expect(unknown).toMatchObject({ outcome: 'unknown_host' })
})

test('throws when the server closes, and counts that as no try', async () => {
  const closing = new AbortController()
  target.receiver.behave = () => {
    closing.abort()
    return 'hang'
  }
  await expect(post({ signal: closing.signal })).rejects.toThrow()
})

describe('an address behind the firewall is refused before a connection', () => {
  beforeEach(() => proves('security 6'))
  const { port } = target
  test.each([
    `http://127.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0.0.0.0:${port}/`,
    // A name that leads there: what is checked is what is connected to.
    `http://localhost:${port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
  ])('%s', async (url) => {
    expect(await post({ url, isLocal: false })).toEqual({
      outcome: 'private_address',
      status: null,
    })
    expect(target.received).toEqual([])
  })

  test.each([
    ['1.1.1.1', true],
    ['172.15.255.255', true],
    ['172.16.0.1', false],
    ['192.168.1.1', false],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['2606:4700:4700::1111', true],
    ['fd00::1', false],
    ['fe80::1', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::10.0.0.1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['ff02::1', false],
  ])('%s: public %s', (address, isPublic) => {
    expect(isPublicAddress(address)).toBe(isPublic)
  })
})
