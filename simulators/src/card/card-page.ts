import { escapeHtml } from '../http.ts'
import {
  TEST_CARDS,
  type CardItem,
  type CardSession,
  type Decline,
  type TestCard,
} from './card-book.ts'

/** A body of the provider's API: text values under nested names. */
type FormValue = string | { [name: string]: FormValue }
export type Form = { [name: string]: FormValue }

const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads `a[b][0][c]=v` as the provider does; a list is an object with numbers as names. */
export function parseForm(body: string): Form {
  const root: Form = {}
  for (const [key, value] of new URLSearchParams(body)) {
    const names = key.replaceAll(']', '').split('[')
    if (names.some((name) => FORBIDDEN.has(name))) continue
    const last = names.pop() ?? ''
    const parent = names.reduce<Form>((form, name) => childOf(form, name), root)
    parent[last || String(Object.keys(parent).length)] = value
  }
  return root
}

function childOf(form: Form, name: string): Form {
  const known = form[name]
  if (typeof known === 'object') return known
  const made: Form = {}
  form[name] = made
  return made
}

/** A text of the form, or undefined. */
export function textOf(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The nested values under a name; empty where there are none. */
export function partOf(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

/** The nested parts of a list, in order. */
export const partsOf = (form: Form, name: string): Form[] =>
  Object.keys(partOf(form, name)).map((index) => partOf(partOf(form, name), index))

/** A flat part of the form: metadata. */
export const textsOf = (form: Form, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(partOf(form, name)).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    ),
  )

/** A whole number of the form, or undefined. */
export function numberOf(form: Form, name: string): number | undefined {
  const value = textOf(form, name)
  return value !== undefined && /^-?\d{1,15}$/.test(value) ? Number(value) : undefined
}

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

/** The page of the holder's bank, which asks for a proof (3-D Secure); it can be given or fail. */
export function challengePage(session: CardSession): string {
  const { lang, texts } = languageOf(session.locale)
  const amount = moneyText(session.amount_total, session.currency, lang)
  const button = (proof: 'proven' | 'failed', look: string) =>
    `<button class="${look}" name="proof" value="${proof}">${escapeHtml(texts[proof])}</button>`
  return frame({
    lang,
    title: texts.challenge,
    body: `<p class="banner" role="note">${escapeHtml(texts.simulator)}</p>
<main class="desk"><h1>${escapeHtml(texts.challenge)}</h1>
<p>${escapeHtml(texts.proof.replace('{amount}', amount))}</p>
<form method="post" action="/card/pay/${session.id}"><input type="hidden" name="card" value="challenged">
${button('proven', 'pay')}
<p class="leave">${button('failed', 'plain')}</p></form></main>`,
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

const en = {
  title: 'Card payment (simulator)',
  simulator: 'Simulator. No card is charged and no money moves.',
  due: 'To pay',
  order: 'Order',
  receipt: 'Receipt to',
  choose: 'Choose a test card',
  instead: 'There is no number to type here: each card has its own outcome.',
  pay: 'Pay {amount}',
  back: 'Go back without paying',
  succeeds: 'Payment succeeds',
  declined: 'Declined by the bank',
  no_funds: 'Declined: not enough money',
  challenged: 'Asks for a proof of the bank (3-D Secure)',
  slow: 'Direct debit: pending until the bank decides',
  disputed: 'Succeeds, then the holder disputes it',
  refund_pends: 'Succeeds; a refund takes a moment',
  refund_fails: 'Succeeds; a refund fails later',
  generic_decline: 'The card was declined. Choose another one; nothing was charged.',
  insufficient_funds: 'The card has not enough money. Choose another one; nothing was charged.',
  authentication_failed:
    'Your bank could not confirm that it is you. Try again or choose another card; nothing was charged.',
  challenge: 'Your bank asks: is it you?',
  proof: 'A payment of {amount}. Here your bank would send a code or ask its app.',
  proven: 'Confirm the payment',
  failed: 'Refuse: it is not me',
  complete: 'This payment is complete.',
  expired: 'The time for this payment is over. Nothing was charged.',
  unknown: 'This payment is not known here.',
  return: 'Back to the site',
}
type CardTexts = typeof en

const fr: CardTexts = {
  title: 'Paiement par carte (simulateur)',
  simulator: 'Simulateur. Aucune carte n’est débitée, aucun argent ne circule.',
  due: 'À payer',
  order: 'Commande',
  receipt: 'Reçu envoyé à',
  choose: 'Choisissez une carte de test',
  instead: 'Aucun numéro à saisir ici : chaque carte a son propre résultat.',
  pay: 'Payer {amount}',
  back: 'Revenir sans payer',
  succeeds: 'Le paiement réussit',
  declined: 'Refusé par la banque',
  no_funds: 'Refusé : provision insuffisante',
  challenged: 'Demande une preuve de la banque (3-D Secure)',
  slow: 'Prélèvement : en attente de la banque',
  disputed: 'Réussit, puis le titulaire conteste',
  refund_pends: 'Réussit ; un remboursement prend un instant',
  refund_fails: 'Réussit ; un remboursement échoue ensuite',
  generic_decline: 'La carte a été refusée. Choisissez-en une autre ; rien n’a été débité.',
  insufficient_funds: 'Provision insuffisante. Choisissez une autre carte ; rien n’a été débité.',
  authentication_failed:
    'Votre banque n’a pas pu vous identifier. Réessayez ou choisissez une autre carte ; rien n’a été débité.',
  challenge: 'Votre banque demande : est-ce bien vous ?',
  proof:
    'Un paiement de {amount}. Ici, votre banque enverrait un code ou interrogerait son application.',
  proven: 'Confirmer le paiement',
  failed: 'Refuser : ce n’est pas moi',
  complete: 'Ce paiement est terminé.',
  expired: 'Le délai de ce paiement est écoulé. Rien n’a été débité.',
  unknown: 'Ce paiement est inconnu ici.',
  return: 'Retour au site',
}

const zh: CardTexts = {
  title: '银行卡支付（模拟器）',
  simulator: '模拟器：不会扣款，也没有资金流动。',
  due: '应付金额',
  order: '订单',
  receipt: '收据发送至',
  choose: '请选择测试卡',
  instead: '此处无需输入卡号：每张卡对应一种结果。',
  pay: '支付 {amount}',
  back: '返回，不付款',
  succeeds: '支付成功',
  declined: '被银行拒绝',
  no_funds: '被拒绝：余额不足',
  challenged: '需要银行验证（3-D Secure）',
  slow: '直接扣款：等待银行确认',
  disputed: '支付成功，随后持卡人提出争议',
  refund_pends: '支付成功；退款需稍等片刻',
  refund_fails: '支付成功；退款随后失败',
  generic_decline: '银行卡被拒绝，请换一张卡；未扣款。',
  insufficient_funds: '余额不足，请换一张卡；未扣款。',
  authentication_failed: '银行无法确认您的身份。请重试或换一张卡；未扣款。',
  challenge: '银行验证：是您本人吗？',
  proof: '支付 {amount}。真实情况下，银行会发送验证码或通过其应用询问。',
  proven: '确认支付',
  failed: '拒绝：不是我本人',
  complete: '此笔支付已完成。',
  expired: '此笔支付已超时，未扣款。',
  unknown: '此处没有这笔支付。',
  return: '返回网站',
}

const LANGUAGES: Record<string, { lang: string; texts: CardTexts }> = {
  en: { lang: 'en', texts: en },
  fr: { lang: 'fr', texts: fr },
  zh: { lang: 'zh-CN', texts: zh },
}

/** The language that the merchant asked for; English where it is not one of ours. */
function languageOf(locale: string | null): { lang: string; texts: CardTexts } {
  const known = locale && Object.hasOwn(LANGUAGES, locale) ? LANGUAGES[locale] : undefined
  return known ?? { lang: 'en', texts: en }
}
