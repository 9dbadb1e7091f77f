import type { IncomingMessage, ServerResponse } from 'node:http'
import { readFile } from 'node:fs/promises'
import { readBody } from '../wallet/read-body.ts'
import type { CardActs } from './card-acts.ts'
import type { CardBook } from './card-book.ts'
import { deskPage } from './card-desk.ts'
import type { CardNotifier } from './card-notifier.ts'
import { payPage, returnUrl, unknownPage } from './card-page.ts'
import type { CardRefunds } from './card-refunds.ts'
import type { CardChaos, CardSession } from './card-types.ts'
import { TEST_CARDS } from './test-cards.ts'
import type { Decline } from './test-cards.ts'

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
    const card = new URLSearchParams(await readBody(request)).get('card') ?? undefined
    const outcome = acts.pay(id, card)
    if (outcome.ok) return redirect(response, returnUrl(outcome.session))
    const page = `/card/pay/${id}`
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
    const page = payPage(session, isDecline(reason) ? reason : undefined)
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

const DECLINES = new Set<string>(TEST_CARDS.flatMap(({ decline }) => decline ?? []))
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
