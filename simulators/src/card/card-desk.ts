import { escapeHtml } from '../escape-html.ts'
import type { CardBook } from './card-book.ts'
import { deskFrame, moneyText } from './card-page.ts'
import type { CardCharge, CardSession } from './card-types.ts'

const LATEST = 30

/** The merchant's page at the provider: what is open, pending and paid, and what a bank may do to it. */
export function deskPage(book: CardBook): string {
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
