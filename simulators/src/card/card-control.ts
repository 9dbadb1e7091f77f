import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml, readBody } from '../http.ts'
import type { CardActs, Proof, CardRefunds } from './card-acts.ts'
import {
  TEST_CARDS,
  type CardBook,
  type CardChaos,
  type CardCharge,
  type CardSession,
  type Decline,
} from './card-book.ts'
import type { CardNotifier } from './card-notifier.ts'
import {
  challengePage,
  payPage,
  returnUrl,
  unknownPage,
  deskFrame,
  moneyText,
} from './card-page.ts'

const STYLE = new URL('./page/card.css', import.meta.url)

type Dependencies = {
  book: CardBook
  acts: CardActs
  refunds: CardRefunds
  notifier: CardNotifier
  setChaos: (wish: CardChaos) => void
}

/** The payer's page, the merchant's desk, and the same as JSON for tests. */
export function cardControl({ book, acts, refunds, notifier, setChaos }: Dependencies) {
  const chargeOf = (session: CardSession | undefined) =>
    book.charges.get(book.intents.get(session?.payment_intent ?? '')?.latest_charge ?? '')

  async function pay(id: string, request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await readBody(request))
    const outcome = acts.pay(id, form.get('card') ?? undefined, proofIn(form))
    if (outcome.ok) return redirect(response, returnUrl(outcome.session))
    const page = `/card/pay/${id}`
    if (outcome.reason === 'challenge') return redirect(response, `${page}?challenge=1`)
    return redirect(
      response,
      isDecline(outcome.reason) ? `${page}?declined=${outcome.reason}` : page,
    )
  }

  async function act(request: IncomingMessage, response: ServerResponse) {
    const form = new URLSearchParams(await readBody(request))
    const session = book.sessions.get(form.get('session') ?? '')
    const charge = chargeOf(session)
    const wish = form.get('act')
    if (session && charge) {
      if (wish === 'arrive' || wish === 'bounce') acts.settle(session.id, wish === 'arrive')
      if (wish === 'refund') refunds.refund(charge, undefined, {})
      if (wish === 'dispute') acts.dispute(charge)
    }
    return redirect(response, '/card')
  }

  function shown(session: CardSession | undefined, url: URL, response: ServerResponse) {
    if (!session) return html(response, 404, unknownPage(), [])
    const reason = url.searchParams.get('declined') ?? ''
    const isAsked = url.searchParams.has('challenge') && session.status === 'open'
    const page = isAsked
      ? challengePage(session)
      : payPage(session, isDecline(reason) ? reason : undefined)
    // A browser checks where a form's answer leads to as well.
    return html(response, 200, page, [session.success_url])
  }

  return async function control(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://card')
    const [, id = ''] = /^\/card\/pay\/(\w+)$/.exec(url.pathname) ?? []
    const isPost = request.method === 'POST'
    acts.expireDue()
    if (isPost && id) return pay(id, request, response)
    if (id) return shown(book.sessions.get(id), url, response)
    if (isPost && url.pathname === '/card/act') return act(request, response)
    if (isPost && url.pathname === '/card/chaos') {
      setChaos(JSON.parse((await readBody(request)) || '{}') as CardChaos)
      return json(response, { ok: true })
    }
    if (url.pathname === '/card/state') {
      const sessions = [...book.sessions.values()].reverse()
      return json(response, { sessions, deliveries: notifier.deliveries() })
    }
    if (url.pathname === '/card/card.css') {
      response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' })
      return response.end(await readFile(STYLE))
    }
    if (url.pathname === '/card') return html(response, 200, deskPage(book), [])
    response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
    return response.end('There is nothing here. The card service is at /card.')
  }
}

const proofIn = (form: URLSearchParams): Proof => {
  const proof = form.get('proof')
  return proof === 'proven' || proof === 'failed' ? proof : undefined
}

const DECLINES = new Set<string>([
  ...TEST_CARDS.flatMap(({ decline }) => decline ?? []),
  'authentication_failed',
])
const isDecline = (reason: string): reason is Decline => DECLINES.has(reason)

function redirect(response: ServerResponse, location: string) {
  response.writeHead(303, { location, 'cache-control': 'no-store' })
  return response.end()
}

function json(response: ServerResponse, body: object) {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  return response.end(JSON.stringify(body))
}

function html(response: ServerResponse, status: number, page: string, leadsTo: readonly string[]) {
  const origins = leadsTo.map((address) => new URL(address).origin).join(' ')
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action 'self' ${origins}`,
  })
  return response.end(page)
}

const LATEST = 30

/** The merchant's page at the provider: what is open, pending and paid, and what a bank may do to it. */
function deskPage(book: CardBook): string {
  const sessions = [...book.sessions.values()].reverse().slice(0, LATEST)
  const list = sessions.map((session) => row(book, session)).join('')
  return deskFrame(`<p class="banner" role="note">Simulator. No card is charged and no money moves.</p>
<main class="desk"><h1>Card service</h1>
<nav><a href="/mailbox">Mailbox</a> <a href="/wallet">Wallet</a></nav>
${list ? `<ul class="rows">${list}</ul>` : '<p class="empty">No payment yet. Choose the bank card on the fee page and it appears here.</p>'}
</main>`)
}

function row(book: CardBook, session: CardSession) {
  const intent = book.intents.get(session.payment_intent ?? '')
  const charge = book.charges.get(intent?.latest_charge ?? '')
  const number = session.client_reference_id ?? session.id
  return `<li><div><b>${escapeHtml(session.items.map(({ name }) => name).join(', '))}</b>
<small>${escapeHtml(number)}</small></div>
<div class="sum">${escapeHtml(moneyText(session.amount_total, session.currency, 'en'))}<small>${stateOf(session, charge)}</small></div>
<div class="acts">${session.status === 'open' ? `<a href="/card/pay/${session.id}">Open the page</a>` : ''}${charge ? actsOf(session, charge, number) : ''}</div></li>`
}

function stateOf(session: CardSession, charge: CardCharge | undefined) {
  if (!charge) return session.status
  if (charge.status !== 'succeeded') return charge.status
  if (charge.amount_refunded === charge.amount) return 'refunded'
  if (charge.amount_refunded > 0) return 'partly refunded'
  return charge.disputed ? 'paid, disputed' : 'paid'
}

function actsOf(session: CardSession, charge: CardCharge, number: string) {
  const button = (act: string, name: string) =>
    `<form method="post" action="/card/act"><input type="hidden" name="session" value="${session.id}"><button name="act" value="${act}" aria-label="${name}: ${escapeHtml(number)}">${name}</button></form>`
  if (charge.status === 'pending') {
    return button('arrive', 'The debit arrives') + button('bounce', 'The debit bounces')
  }
  if (charge.status !== 'succeeded' || charge.amount_refunded === charge.amount) return ''
  const dispute = charge.disputed ? '' : button('dispute', 'Holder disputes')
  return button('refund', 'Refund outside the site') + dispute
}
