import { escapeHtml as escape } from '../http.ts'
import type { WalletOrder } from './wallet-types.ts'

type Page = {
  orders: WalletOrder[]
  notice: { paid: string | null; refused: string | null }
  now: Date
}

/** What can be paid at this moment. */
export const openOrders = (orders: WalletOrder[], now: Date) =>
  orders.filter((order) => order.state === 'NOTPAY' && order.expires_at > now.getTime())

/** The payer's phone. Works without scripts; with them it shows new orders as they arrive. */
export function walletPage({ orders, notice, now }: Page): string {
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
