import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody, escapeHtml as escape } from '../http.ts'
import type { PayOutcome, WalletBook, WalletChaos, WalletOrder } from './wallet-book.ts'
import type { WalletNotifier } from './wallet-notifier.ts'

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

type Page = {
  orders: WalletOrder[]
  notice: { paid: string | null; refused: string | null }
  now: Date
}

/** What can be paid at this moment. */
const openOrders = (orders: WalletOrder[], now: Date) =>
  orders.filter((order) => order.state === 'NOTPAY' && order.expires_at > now.getTime())

/** The payer's phone. Works without scripts; with them it shows new orders as they arrive. */
function walletPage({ orders, notice, now }: Page): string {
  const open = openOrders(orders, now)
  const done = orders.filter((order) => order.state === 'SUCCESS' || order.state === 'REFUND')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wallet simulator</title>
<link rel="stylesheet" href="/wallet/phone.css">
<script src="/wallet/phone.js" defer></script>
</head>
<body data-open="${open.map((order) => escape(order.out_trade_no)).join(' ')}">
<main class="phone">
<header class="bar"><span>${clock(now)}</span><span class="bar-island" aria-hidden="true"></span><span>SIM</span></header>
<div class="head"><p class="over">Simulated wallet · 模拟钱包</p><h1>Pay</h1></div>
${noticeOf(notice, orders)}
<form class="scan" method="post" action="/wallet/pay">
<label for="code">Scan or paste a payment code</label>
<div class="scan-row"><input id="code" name="code_url" placeholder="weixin://wxpay/…" autocomplete="off" spellcheck="false" required><button class="quiet">Pay</button></div>
</form>
<section aria-labelledby="open"><h2 id="open">Waiting for you</h2>
${open.length > 0 ? open.map(openOrder).join('\n') : '<p class="empty">No payment is waiting. Ask for a code on the fee step of an entry and it appears here.</p>'}
</section>
${done.length > 0 ? `<section aria-labelledby="done"><h2 id="done">Paid</h2><ul class="done">${done.slice(0, 8).map(doneOrder).join('')}</ul></section>` : ''}
<footer>No money moves here. This page exists in the demo alone.</footer>
</main>
</body>
</html>`
}

const openOrder = (order: WalletOrder) => `<article class="order">
<p class="what">${escape(order.description)}</p>
<p class="amount">${amount(order)}</p>
<p class="small">Order ${escape(order.out_trade_no)} · pay before ${clock(new Date(order.expires_at))}</p>
<form method="post" action="/wallet/pay"><input type="hidden" name="code_url" value="${escape(order.code_url)}"><button class="pay">Pay ${amount(order)}</button></form>
</article>`

const doneOrder = (order: WalletOrder) =>
  `<li><span><b>${escape(order.description)}</b><small>${escape(order.out_trade_no)}</small></span><span>${order.refunded > 0 ? 'Refunded ' : ''}${amount(order)}</span></li>`

function noticeOf({ paid, refused }: Page['notice'], orders: WalletOrder[]) {
  const order = orders.find((one) => one.out_trade_no === paid)
  if (order) {
    return `<p class="notice good" role="status"><b>Paid ${amount(order)}</b><br>The site has been told. Go back to it.</p>`
  }
  return refused ? `<p class="notice bad" role="alert">${escape(refused)}</p>` : ''
}

const amount = ({ amount: { total, currency } }: WalletOrder) =>
  escape(new Intl.NumberFormat('en', { style: 'currency', currency }).format(total / 100))

const clock = (at: Date) =>
  at.toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Paris' })
