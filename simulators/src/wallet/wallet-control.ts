import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../http.ts'
import type { PayOutcome, WalletBook } from './wallet-book.ts'
import type { WalletNotifier } from './wallet-notifier.ts'
import { openOrders, walletPage } from './wallet-page.ts'
import type { WalletChaos } from './wallet-types.ts'

const ASSETS: Record<string, { file: string; type: string }> = {
  '/wallet/phone.css': { file: 'phone.css', type: 'text/css; charset=utf-8' },
  '/wallet/phone.js': { file: 'phone.js', type: 'text/javascript; charset=utf-8' },
}
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'",
}

type Dependencies = {
  book: WalletBook
  notifier: WalletNotifier
  now: () => Date
  pay: (code: string) => PayOutcome
  setChaos: (wish: WalletChaos) => void
}

/** The phone's page, and the same as JSON for tests. */
export function walletControl({ book, notifier, now, pay, setChaos }: Dependencies) {
  const state = () => ({
    orders: book.orders().map(({ fingerprint: _, ...order }) => order),
    // By the wallet's own clock, which need not be the one of the phone that looks.
    open: openOrders(book.orders(), now()).map((order) => order.out_trade_no),
    deliveries: notifier.deliveries(),
  })

  async function payFromPage(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request)
    const wantsJson = request.headers['content-type']?.startsWith('application/json')
    const code = wantsJson
      ? String(JSON.parse(body).code_url)
      : (new URLSearchParams(body).get('code_url') ?? '')
    const outcome = pay(code.trim())
    if (wantsJson) {
      return sendJson(response, outcome.ok ? { ok: true } : outcome)
    }
    const notice = outcome.ok
      ? `paid=${outcome.order.out_trade_no}`
      : `refused=${encodeURIComponent(outcome.reason)}`
    response.writeHead(303, { location: `/wallet?${notice}` })
    return response.end()
  }

  return async function control(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://wallet')
    const asset = Object.hasOwn(ASSETS, url.pathname) ? ASSETS[url.pathname] : undefined
    if (asset) {
      response.writeHead(200, { 'content-type': asset.type, 'cache-control': 'no-cache' })
      return response.end(await readFile(new URL(`./phone/${asset.file}`, import.meta.url)))
    }
    if (request.method === 'POST' && url.pathname === '/wallet/pay') {
      return payFromPage(request, response)
    }
    if (request.method === 'POST' && url.pathname === '/wallet/chaos') {
      setChaos(JSON.parse((await readBody(request)) || '{}') as WalletChaos)
      return sendJson(response, { ok: true })
    }
    if (url.pathname === '/wallet/orders') return sendJson(response, state())
    if (url.pathname === '/wallet' || url.pathname === '/wallet/') {
      const notice = {
        paid: url.searchParams.get('paid'),
        refused: url.searchParams.get('refused'),
      }
      response.writeHead(200, PAGE_HEADERS)
      return response.end(walletPage({ orders: book.orders(), notice, now: now() }))
    }
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    return response.end('There is nothing here. The wallet is at /wallet.')
  }
}

function sendJson(response: ServerResponse, body: object) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  return response.end(JSON.stringify(body))
}
