import type { Language, MailParts as Written } from '@awards/shared/domain'
import { mailPage, type MailBranding, type MailParts } from './mail-page.ts'
import { MAIL_TEXTS } from './mail-texts.ts'
import type { MailTemplate, MailText } from './mail-texts.ts'

export type RenderedMail = { subject: string; text: string; html: string }
export type MailParams = Readonly<Record<string, string | number>>

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
