import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createWalletSimulator } from './create-wallet-simulator.ts'
import { walletBook, type WalletOrder } from './wallet-book.ts'

let dataDir = ''
let server: Server
let base = ''

const order = (change: Partial<WalletOrder> = {}): WalletOrder => ({
  out_trade_no: 'GATEST000001',
  description: 'Entry fee <b>GA-1</b>',
  notify_url: 'http://127.0.0.1:9/notify',
  amount: { total: 31_200, currency: 'EUR' },
  is_global: true,
  fingerprint: '',
  code_url: '',
  code_made_at: 0,
  created_at: Date.now(),
  expires_at: Date.now() + 3_600_000,
  state: 'NOTPAY',
  refunded: 0,
  ...change,
})

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'wallet-'))
  const wallet = await createWalletSimulator({ dataDir, mode: 'demo' })
  wallet.close()
  walletBook(path.join(dataDir, 'simulators'), () => new Date()).keep(order())
  const again = await createWalletSimulator({ dataDir, mode: 'demo' })
  expect(again.credentials).toEqual(wallet.credentials)
  server = createServer(again.handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = typeof address === 'object' ? `http://127.0.0.1:${address?.port}` : ''
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(dataDir, { recursive: true })
})

test('the wallet does not run in production', async () => {
  await expect(createWalletSimulator({ dataDir, mode: 'production' })).rejects.toThrow('production')
})

test('its keys are for their owner alone', async () => {
  const { mode } = await stat(path.join(dataDir, 'simulators', 'wallet-keys.json'))
  expect(mode & 0o077).toBe(0)
})

test('the phone shows what is to be paid, escaped, and pays it without a script', async () => {
  const page = await (await fetch(`${base}/wallet`)).text()
  expect(page).toContain('€312.00')
  expect(page).toContain('Entry fee &lt;b&gt;GA-1')
  const code = /value="(weixin:[^"]+)"/.exec(page)?.[1] ?? ''
  const pay = () =>
    fetch(`${base}/wallet/pay`, {
      method: 'POST',
      body: new URLSearchParams({ code_url: code }),
      redirect: 'manual',
    })

  const first = await pay()
  const second = await pay()

  expect(first.headers.get('location')).toBe('/wallet?paid=GATEST000001')
  expect(second.headers.get('location')).toContain('refused=')
  const kept = await readFile(path.join(dataDir, 'simulators', 'wallet-book.json'), 'utf8')
  expect(kept).toContain('"state":"SUCCESS"')
})

test('tests pay with JSON; a code that is not known is refused with the reason', async () => {
  const answer = await fetch(`${base}/wallet/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code_url: 'weixin://wxpay/bizpayurl?pr=none' }),
  })
  expect(await answer.json()).toEqual({ ok: false, reason: 'This code is not known.' })
})

test('a call without a signature is refused, and rubbish does not end the process', async () => {
  const unsigned = await fetch(`${base}/v3/pay/transactions/out-trade-no/GATEST000001?mchid=1`)
  const rubbish = await fetch(`${base}/wallet/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{',
  })
  expect([unsigned.status, rubbish.status]).toEqual([401, 400])
})
