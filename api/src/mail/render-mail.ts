import type { Language } from '@awards/shared/domain'
import { MAIL_TEXTS } from './mail-texts.ts'
import type { MailTemplate } from './mail-texts.ts'

export type RenderedMail = { subject: string; text: string; html: string }
type Params = Readonly<Record<string, string | number>>

const BRAND = '#E72E2D'

/** Subject, plain text and HTML of a mail, empty where it has none; what people typed is escaped in it. */
export function renderMail(
  template: MailTemplate,
  language: Language,
  params: Params,
): RenderedMail {
  const { frame, [template]: text } = MAIL_TEXTS[language]
  const fill = (part: string) =>
    part.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => String(params[name] ?? ''))
  const oneLine = (part: string) => fill(part).replaceAll(/[\r\n]+/g, ' ')
  const paragraphs = [frame.greeting, text.body].map(fill)
  const code = text.code && fill(text.code)
  const link = text.action && text.link && { label: fill(text.action), url: fill(text.link) }
  const note = text.note && fill(text.note)
  const ending = [frame.closing, frame.footer].map(fill)

  return {
    subject: oneLine(text.subject),
    text: [...paragraphs, code, link && `${link.label}: ${link.url}`, note, ...ending]
      .filter(Boolean)
      .join('\n\n'),
    html:
      text.format === 'text'
        ? ''
        : page(language, fill(text.title), [
            ...paragraphs.map((part) => paragraph(part)),
            code ? codeBox(code) : '',
            link ? button(link.label, link.url) : '',
            note ? paragraph(note, '#5c5c5c') : '',
            `<hr style="border:0;border-top:1px solid #e4e0da;margin:32px 0 16px">`,
            ...ending.map((part) => paragraph(part, '#5c5c5c', 13)),
          ]),
  }
}

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const paragraph = (text: string, colour = '#1b1b1b', size = 16) =>
  `<p style="margin:0 0 16px;font-size:${size}px;line-height:1.55;color:${colour}">${escape(text)}</p>`

const codeBox = (code: string) =>
  `<p style="margin:24px 0;padding:20px;background:#f6f3ee;text-align:center;font-size:34px;letter-spacing:8px;font-weight:700;color:#1b1b1b">${escape(code)}</p>`

const button = (label: string, url: string) =>
  `<p style="margin:28px 0"><a href="${escape(url)}" style="display:inline-block;padding:14px 26px;background:#D92322;color:#ffffff;text-decoration:none;font-weight:600">${escape(label)}</a></p>`

const page = (language: Language, title: string, parts: string[]) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(title)}</title></head>
<body style="margin:0;background:#f6f3ee;font-family:Roboto,'Helvetica Neue',Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<div style="height:6px;background:${BRAND}"></div>
<div style="background:#ffffff;padding:36px 32px">
<h1 style="margin:0 0 24px;font-size:26px;line-height:1.2;color:#1b1b1b">${escape(title)}</h1>
${parts.filter(Boolean).join('\n')}
</div></div></body></html>`
