import { escapeHtml } from '../http.ts'
import { languageOf } from './card-texts.ts'
import type { CardTexts } from './card-texts.ts'
import {
  type CardItem,
  type CardSession,
  TEST_CARDS,
  type Decline,
  type TestCard,
} from './card-types.ts'

type Frame = { lang: string; title: string; body: string }

const frame = ({ lang, title, body }: Frame) => `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/card/card.css">
</head>
<body>
${body}
</body>
</html>`

/** An amount as people write it; `minor` is in the smallest unit. */
export function moneyText(minor: number, currency: string, lang: string): string {
  const format = new Intl.NumberFormat(lang, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(minor / 10 ** digits)
}

/** The provider's page on which a person pays; it works without scripts. */
export function payPage(session: CardSession, declined: Decline | undefined): string {
  const { lang, texts } = languageOf(session.locale)
  const isOpen = session.status === 'open'
  const main = isOpen ? payForm(session, texts, lang, declined) : endOf(session, texts)
  return frame({
    lang,
    title: texts.title,
    body: `<p class="banner" role="note">${escapeHtml(texts.simulator)}</p>
<div class="sheet">
${summary(session, texts, lang)}
<main class="side">${main}</main>
</div>`,
  })
}

/** A number that no session has. */
export function unknownPage(): string {
  const { lang, texts } = languageOf(null)
  const body = `<main class="desk"><h1>${texts.unknown}</h1><p><a href="/card">${texts.title}</a></p></main>`
  return frame({ lang, title: texts.title, body })
}

export const deskFrame = (body: string) =>
  frame({ lang: 'en', title: 'Card service simulator', body })

function summary(session: CardSession, texts: CardTexts, lang: string) {
  const { amount_total, currency, client_reference_id, items } = session
  return `<header class="summary">
<h1><span class="over">${escapeHtml(texts.due)}</span>
<span class="amount">${escapeHtml(moneyText(amount_total, currency, lang))}</span></h1>
<ul class="items">${items.map((item) => itemLine(item, session, lang)).join('')}</ul>
${client_reference_id ? `<p class="small">${escapeHtml(texts.order)} <b>${escapeHtml(client_reference_id)}</b></p>` : ''}
</header>`
}

const itemLine = (
  { name, description, amount, quantity }: CardItem,
  { currency }: CardSession,
  lang: string,
) => `<li><span><b>${escapeHtml(name)}</b>${description ? `<small>${escapeHtml(description)}</small>` : ''}</span>
<span>${escapeHtml(moneyText(amount * quantity, currency, lang))}</span></li>`

function payForm(
  session: CardSession,
  texts: CardTexts,
  lang: string,
  declined: Decline | undefined,
) {
  const amount = moneyText(session.amount_total, session.currency, lang)
  return `${declined ? `<p class="notice bad" role="alert">${escapeHtml(texts[declined])}</p>` : ''}
<form method="post" action="/card/pay/${session.id}">
${session.customer_email ? `<p class="mail">${escapeHtml(texts.receipt)} <b>${escapeHtml(session.customer_email)}</b></p>` : ''}
<fieldset><legend>${escapeHtml(texts.choose)}</legend>
<p class="hint">${escapeHtml(texts.instead)}</p>
${TEST_CARDS.map((card, index) => choice(card, index === 0, texts)).join('')}
</fieldset>
<button class="pay">${escapeHtml(texts.pay.replace('{amount}', amount))}</button>
</form>
${session.cancel_url ? `<p class="leave"><a href="${escapeHtml(session.cancel_url)}">${escapeHtml(texts.back)}</a></p>` : ''}`
}

const choice = ({ code, number }: TestCard, isFirst: boolean, texts: CardTexts) =>
  `<label class="choice"><input type="radio" name="card" value="${code}"${isFirst ? ' checked' : ''}>
<span><b>${escapeHtml(texts[code as keyof CardTexts])}</b>${number ? `<small>${number}</small>` : ''}</span></label>`

function endOf(session: CardSession, texts: CardTexts) {
  const isDone = session.status === 'complete'
  const href = isDone ? returnUrl(session) : (session.cancel_url ?? returnUrl(session))
  return `<p class="notice ${isDone ? 'good' : 'bad'}" role="status">${escapeHtml(isDone ? texts.complete : texts.expired)}</p>
<p class="leave"><a class="pay" href="${escapeHtml(href)}">${escapeHtml(texts.return)}</a></p>`
}

/** Where the payer goes after having paid. */
export const returnUrl = (session: CardSession): string =>
  session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id)
