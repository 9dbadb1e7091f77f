import {
  contrastOf,
  LANGUAGE_TAGS,
  type Language,
  type MailParts as Written,
} from '@awards/shared/domain'
import { frenchSpaces, formatDay, formatDateTime, formatMoney } from '../lib/localised.ts'
import { escapeHtml } from '../lib/markup.ts'
import { MAIL_TEXTS, type MailTemplate, type MailText } from './mail-texts.ts'

export type RenderedMail = { subject: string; text: string; html: string }
type MailParams = Readonly<Record<string, string | number>>

/**
 * Renders subject, plain text and HTML (empty for text-only mails); values are escaped in the HTML. What organisers have
 * `written` stands in the place of the release's texts.
 */
export function renderMail(
  template: MailTemplate,
  language: Language,
  params: MailParams,
  look: MailBranding,
  written?: Written,
): RenderedMail {
  const text = { ...MAIL_TEXTS[language][template], ...written }
  const { subject, format } = text
  const parts = partsOf(text, language, params, look)
  return {
    subject: fillIn(subject, params).replaceAll(/[\r\n]+/g, ' '),
    text: plainText(parts),
    html: format === 'text' ? '' : mailPage(language, parts, look),
  }
}

const fillIn = (part: string, params: MailParams) =>
  part.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(params[name] ?? ''))

/** True if no placeholder of a part is empty, for instance the amount of a total. */
const hasAllValues = (part: string, params: MailParams) =>
  [...part.matchAll(/\{\{(\w+)\}\}/g)].every(([, name]) => String(params[name ?? ''] ?? '') !== '')

function partsOf(
  text: MailText,
  language: Language,
  params: MailParams,
  look: MailBranding,
): MailParts {
  const { frame } = MAIL_TEXTS[language]
  const fill = (part: string) => fillIn(part, params)
  const list = text.list && fill(text.list)
  return {
    title: fill(text.title),
    preheader: fill(text.preheader ?? text.body).replaceAll(/\s+/g, ' '),
    paragraphs: [text.greeting ?? frame.greeting, ...fill(text.body).split('\n\n')].filter(Boolean),
    code: text.code && fill(text.code),
    rows: list ? list.split('\n').map((row) => row.split('\t')) : [],
    total: text.total && hasAllValues(text.total, params) ? fill(text.total) : undefined,
    next: frame.next,
    steps: (text.steps ?? []).filter((step) => hasAllValues(step, params)).map(fill),
    link: text.action && text.link ? { label: fill(text.action), url: fill(text.link) } : undefined,
    note: text.note && hasAllValues(text.note, params) ? fill(text.note) : undefined,
    closing: fill(frame.closing),
    footer: [fill(frame.footer), look.organiser].filter(Boolean),
  }
}

function plainText(parts: MailParts): string {
  const { code, rows, total, steps, link } = parts
  const list = rows.map((row) => `- ${row.filter(Boolean).join(' · ')}`)
  const numbered = steps.map((step, index) => `${index + 1}. ${step}`)
  return [
    ...parts.paragraphs,
    code,
    list.join('\n'),
    total,
    numbered.length > 0 ? [parts.next, ...numbered].join('\n') : '',
    link && `${link.label}: ${link.url}`,
    parts.note,
    parts.closing,
    ['-- ', ...parts.footer].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Minimum contrast of small text (WCAG 2.2, 1.4.3). */
const MIN_CONTRAST = 4.5

/** Darkens a colour until white text on it has the minimum contrast. */
export function readableOnWhite(colour: string): string {
  let channels = channelsOf(colour)
  while (contrastOf(hexOf(channels), '#ffffff') < MIN_CONTRAST) {
    channels = channels.map((value) => Math.max(0, Math.round(value * 0.96) - 1))
  }
  return hexOf(channels)
}

const hexOf = (channels: readonly number[]) =>
  `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`

function channelsOf(colour: string): number[] {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(colour) ?? []
  const digits = long ?? [...(short ?? '000')].map((digit) => digit + digit).join('')
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

/** Content of a mail with its values filled in, before it is rendered as text or HTML. */
type MailParts = {
  readonly title: string
  readonly preheader: string
  readonly paragraphs: readonly string[]
  readonly code: string | undefined
  readonly rows: readonly (readonly string[])[]
  readonly total: string | undefined
  readonly next: string
  readonly steps: readonly string[]
  readonly link: { readonly label: string; readonly url: string } | undefined
  readonly note: string | undefined
  readonly closing: string
  readonly footer: readonly string[]
}

/** Names and colour of the programme for its mails. */
type MailBranding = {
  readonly programme: string
  readonly organiser: string
  readonly colour: string
}

const INK = '#1b1b1b'
const SOFT = '#5c5c5c'
const PAPER = '#f6f3ee'
const LINE = '#e4e0da'
const FONT =
  "'Helvetica Neue',Helvetica,Arial,'PingFang SC','Hiragino Sans GB','Microsoft YaHei',sans-serif"

/**
 * Renders the HTML of a mail with tables and inline styles, since many mail clients ignore style sheets; the style
 * sheet only adds small screens and dark mode. Loads no images, which clients block and which would track readers.
 */
function mailPage(language: Language, given: MailParts, look: MailBranding): string {
  const parts = language === 'fr' ? withFrenchSpaces(given) : given
  return `<!doctype html>
<html lang="${LANGUAGE_TAGS[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(parts.title)}</title>
<style>${styleSheet()}</style></head>
<body class="paper" style="margin:0;padding:0;background:${PAPER};font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(parts.preheader)}${'&#8199;&#65279;&#847; '.repeat(40)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" class="edge" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:600px">
<tr><td class="ink" style="padding:0 0 20px;font-size:15px;font-weight:700;letter-spacing:.2px;color:${INK}">${escapeHtml(look.programme)}</td></tr>
<tr><td style="height:6px;line-height:6px;font-size:0;background:${look.colour}">&nbsp;</td></tr>
<tr><td class="card body" style="padding:40px 40px 32px;background:#ffffff">
${content(parts, look)}
</td></tr>
<tr><td style="padding:20px 0 0">${parts.footer.map((line) => paragraph(line, { colour: SOFT, size: 13, name: 'soft', space: 4 })).join('')}</td></tr>
</table></td></tr></table></body></html>`
}

const withFrenchSpaces = (parts: MailParts): MailParts => ({
  ...parts,
  title: frenchSpaces(parts.title),
  paragraphs: parts.paragraphs.map(frenchSpaces),
  steps: parts.steps.map(frenchSpaces),
  total: parts.total && frenchSpaces(parts.total),
  note: parts.note && frenchSpaces(parts.note),
})

function content(parts: MailParts, look: MailBranding): string {
  const { code, rows, total, steps, link, note } = parts
  return [
    `<h1 class="ink" style="margin:0 0 24px;font-size:28px;line-height:1.2;font-weight:700;letter-spacing:-.3px;color:${INK}">${escapeHtml(parts.title)}</h1>`,
    ...parts.paragraphs.map((text) => paragraph(text)),
    code ? codeBox(code) : '',
    rows.length > 0 ? table(rows) : '',
    total
      ? `<p class="ink" style="margin:0 0 20px;font-size:17px;font-weight:700;color:${INK}">${escapeHtml(total)}</p>`
      : '',
    steps.length > 0 ? numbered(parts.next, steps) : '',
    link ? button(link, readableOnWhite(look.colour)) : '',
    note ? paragraph(note, { colour: SOFT, size: 14, name: 'soft' }) : '',
    paragraph(parts.closing, { space: 0 }),
  ]
    .filter(Boolean)
    .join('\n')
}

type ParagraphStyle = { colour?: string; size?: number; name?: string; space?: number }

const paragraph = (
  text: string,
  { colour = INK, size = 16, name = 'ink', space = 16 }: ParagraphStyle = {},
) =>
  `<p class="${name}" style="margin:0 0 ${space}px;font-size:${size}px;line-height:1.55;color:${colour}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const codeBox = (code: string) =>
  `<p class="box ink" style="margin:24px 0;padding:20px;background:${PAPER};text-align:center;font-size:34px;letter-spacing:8px;font-weight:700;color:${INK}">${escapeHtml(code)}</p>`

const table = (rows: MailParts['rows']) =>
  `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px;border-collapse:collapse">${rows
    .map((row) => `<tr>${row.map((cell, at) => column(cell, at, row.length)).join('')}</tr>`)
    .join('')}</table>`

const column = (cell: string, at: number, columns: number) =>
  `<td class="ink rule" style="padding:12px ${at === columns - 1 ? 0 : 16}px 12px 0;border-top:1px solid ${LINE};border-bottom:1px solid ${LINE};font-size:15px;line-height:1.4;color:${INK};vertical-align:top;${at === 0 ? 'font-weight:700;' : ''}${at > 0 && at === columns - 1 ? 'text-align:right;' : ''}">${escapeHtml(cell)}</td>`

const numbered = (title: string, steps: readonly string[]) =>
  `<h2 class="ink" style="margin:24px 0 12px;font-size:17px;line-height:1.3;color:${INK}">${escapeHtml(title)}</h2>
<ol class="ink" style="margin:0 0 20px;padding:0 0 0 22px;font-size:16px;line-height:1.55;color:${INK}">${steps.map((step) => `<li style="margin:0 0 8px">${escapeHtml(step)}</li>`).join('')}</ol>`

const button = ({ label, url }: { label: string; url: string }, colour: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0"><tr><td style="background:${colour}"><a href="${escapeHtml(url)}" style="display:inline-block;padding:15px 28px;color:#ffffff;font-size:16px;font-weight:700;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`

const styleSheet = () =>
  `:root{color-scheme:light dark}
@media (max-width:480px){.body{padding:28px 22px 24px!important}.edge{padding:20px 10px!important}}
@media (prefers-color-scheme:dark){.paper{background:#121212!important}.card{background:#1e1e1e!important}.box{background:#2b2b2b!important}.ink{color:#f2f0ec!important}.soft{color:#b5b0a8!important}.rule{border-color:#3a3a3a!important}}`

const SAMPLE_CLOSE = new Date('2027-01-31T22:59:59Z')
const SAMPLE_ZONE = 'Europe/Paris'

const SAMPLE_CATEGORIES: Record<Language, readonly [string, string]> = {
  en: ['Furniture', 'Lighting'],
  fr: ['Mobilier', 'Luminaire'],
  zh: ['家具', '照明'],
}
const SAMPLE_NOTES: Record<Language, string> = {
  en: 'The third picture shows another work. Please replace it.',
  fr: 'La troisième image montre un autre travail. Merci de la remplacer.',
  zh: '第三张图片展示的是另一件作品，请更换。',
}
const SAMPLE_AWARDS: Record<Language, string> = { en: 'Gold', fr: 'Or', zh: '金奖' }
const SAMPLE_FEES: Record<Language, string> = {
  en: 'Entry fee',
  fr: 'Frais d’inscription',
  zh: '参赛费',
}

/** Sample values for every placeholder of every mail; no real data. */
export function mailSamples(language: Language, site: string, programme: string): MailParams {
  const { words } = MAIL_TEXTS[language]
  const [furniture, lighting] = SAMPLE_CATEGORIES[language]
  const money = (amount: number) => formatMoney(amount, 'EUR', language)
  const closes = formatDateTime(SAMPLE_CLOSE, language, SAMPLE_ZONE)
  return {
    site,
    programme,
    name: 'Anne Brumaire',
    email: 'anne@example.org',
    studio: 'Studio Brumaire',
    works: words.all_works,
    role: words.role_editor,
    passkey: 'MacBook',
    organisation: 'École des Arts',
    key: 'Archive',
    endpoint: 'Archive',
    days: 3,
    code: '482 016',
    minutes: 10,
    title: 'Ondine',
    entry_no: 'AB27-MOB-0042',
    apply_order_id: '1001',
    entries: [
      ['AB27-MOB-0042', furniture, money(31200)].join('	'),
      ['AB27-LUM-0007', lighting, money(16800)].join('	'),
    ].join('\n'),
    drafts: [
      ['AB27-MOB-0042', 'Ondine', words.to_submit].join('	'),
      ['AB27-LUM-0007', 'Ondine', words.to_pay].join('	'),
    ].join('\n'),
    total: money(48e3),
    amount: money(31200),
    pay_until: closes,
    closes,
    due: closes,
    day: formatDay(SAMPLE_CLOSE, language, SAMPLE_ZONE),
    note: SAMPLE_NOTES[language],
    reference: 'AB270131K7Q2MZ8P',
    award: SAMPLE_AWARDS[language],
    count: 12,
    remote: 'mf-jury',
    version: '1.4.0',
    baseline: '1.3.2',
    channel: 'production',
    figures: 'failed_views 2.41 % beside 0.28 % (of 540 and 4860)',
    home: '/subjuryreview',
    stop: '/api/jury/reminders?t=1',
    invitation: 'J-7F2KQ9WZ4T8MXB3HVN6RDP5YGC',
    number: 'AB-AV-2027-000003',
    cancels: 'AB-2027-000042',
    received: closes,
    paid: closes,
    until: closes,
    at: closes,
    order_no: 'AB270131K7Q2MZ8P',
    fee: SAMPLE_FEES[language],
    subject: 'Ondine',
    message: SAMPLE_NOTES[language],
    body: SAMPLE_NOTES[language],
    action: words.broadcast_drafts,
    page: '/account',
    reply_to: 'anne@example.org',
  }
}
