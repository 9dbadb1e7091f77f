import type { WithdrawalReceipt } from '../../privacy/withdrawal-receipt.ts'
import type { InvoiceDocument, CertificateContent } from '../documents.types.ts'
import { certificatePdf } from './certificate-pdf.ts'
import type { Script, FontLibrary } from './fonts.ts'
import { invoicePdf } from './invoice-pdf.ts'
import type { PaperNode, Role } from './paper-structure.ts'
import { drawable, type DrawnPaper } from './pdf-page.ts'
import { receiptPdf, type Receipt } from './receipt-pdf.ts'
import { withdrawalPdf } from './withdrawal-pdf.ts'

/** A document as plain data, which can be sent to the worker process. */
export type Drawing =
  | { kind: 'invoice'; content: InvoiceDocument; xml: string | null }
  | { kind: 'receipt'; content: Receipt }
  | { kind: 'certificate'; content: CertificateContent }
  | { kind: 'withdrawal'; content: WithdrawalReceipt }

/** A task of the worker process; `fonts` is the folder of its font files. */
export type DrawingTask = { readonly fonts: string } & (
  | { readonly draw: Drawing }
  /** Which characters of a text cannot be printed. */
  | { readonly text: string; readonly script: Script | undefined }
)
/** `missing`: characters that no font has; a placeholder is printed instead. `page`: the same paper as a web page. */
export type Drawn = {
  readonly missing: readonly string[]
  readonly pdf?: Uint8Array
  readonly page?: string
}

/** Runs a task in the worker process. */
export async function draw(fonts: FontLibrary, task: DrawingTask): Promise<Drawn> {
  if (!('draw' in task)) return { missing: await fonts.prepare(drawable(task.text), task.script) }
  const { draw: drawing } = task
  const script = drawing.kind === 'certificate' ? drawing.content.script : undefined
  const missing = await fonts.prepare(drawable(JSON.stringify(drawing.content)), script)
  const paper = await paperOf(fonts, drawing)
  return { missing, pdf: paper.pdf, page: paperPage(paper) }
}

function paperOf(fonts: FontLibrary, drawing: Drawing): Promise<DrawnPaper> {
  switch (drawing.kind) {
    case 'invoice':
      return invoicePdf(fonts, drawing.content, drawing.xml)
    case 'receipt':
      return receiptPdf(fonts, drawing.content)
    case 'certificate':
      return certificatePdf(fonts, drawing.content)
    case 'withdrawal':
      return withdrawalPdf(fonts, drawing.content)
  }
}

/** The files of the site allow an inline style and nothing else (`files.routes`). */
const PAGE_STYLE = `
:root{color-scheme:light}
body{margin:0;background:#fff;color:#1c1b1a;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans SC",sans-serif}
main{max-width:46rem;margin:0 auto;padding:2rem 1rem 3rem}
h1{font-weight:300;font-size:clamp(1.6rem,6vw,2.4rem);line-height:1.15;margin:1.5rem 0;overflow-wrap:anywhere}
h2{font-weight:500;font-size:1.05rem;margin:2rem 0 .25rem;padding-top:1rem;border-top:1px solid #d9d3cc}
h1 span,h2 span,th span{display:inline-block;font-size:.8em;font-weight:400;color:#5f5953}
h1 span{display:block;font-size:.5em}
p{margin:.25rem 0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:1rem 0;font-size:clamp(.8rem,.55rem + 1vw,1rem);hyphens:auto}
th,td{padding:.5rem clamp(.4rem,1.5vw,.75rem) .5rem 0;text-align:left;vertical-align:top;font-weight:400;border-bottom:1px solid #d9d3cc}
th{color:#5f5953}
td:last-child,th[scope=col]:last-child{text-align:right;padding-right:0}
td{font-variant-numeric:tabular-nums}
table:has(th[scope=col]) td:not(:first-child){white-space:nowrap}
a{color:#b81c1b}
@media print{main{padding:0}}`

const TAGS: Record<Exclude<Role, 'Figure'>, string> = {
  Document: 'main',
  H1: 'h1',
  H2: 'h2',
  P: 'p',
  Span: 'span',
  Table: 'table',
  TR: 'tr',
  TH: 'th',
  TD: 'td',
}
const SCOPES = { Column: 'col', Row: 'row' } as const
const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign)

/**
 * The paper as a web page, made from the structure of its PDF, so that both say the same. It needs no script and loads
 * nothing.
 */
function paperPage({ title, language, tree }: Omit<DrawnPaper, 'pdf'>): string {
  return (
    `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="robots" content="noindex"><title>${escaped(title)}</title>` +
    `<style>${PAGE_STYLE}</style></head><body>${htmlOf(tree)}</body></html>`
  )
}

function htmlOf({ role, lang, alt = '', scope, children }: PaperNode): string {
  if (role === 'Figure') return `<p>${linked(alt)}</p>`
  const tag = TAGS[role]
  const attributes =
    (lang ? ` lang="${escaped(lang)}"` : '') + (scope ? ` scope="${SCOPES[scope]}"` : '')
  const content = children.reduce<string>((text, child) => {
    const next = typeof child === 'string' ? escaped(child) : htmlOf(child)
    return text + (isApart(role, text, next) ? ' ' : '') + next
  }, '')
  const inner = role === 'Table' ? `<tbody>${content}</tbody>` : content
  return `<${tag}${attributes}>${inner}</${tag}>`
}

const HAN_END = /[\u3000-\u9fff\uff00-\uffef]$/u
const HAN_START = /^[\u3000-\u9fff\uff00-\uffef]/u
const BLOCKS: readonly Role[] = ['Document', 'Table', 'TR']

/** Lines of one text stand apart, except where Chinese goes on. */
const isApart = (role: Role, before: string, after: string) =>
  before !== '' && !BLOCKS.includes(role) && !(HAN_END.test(before) && HAN_START.test(after))

/** An address in the text as a link. */
const linked = (text: string) =>
  escaped(text).replaceAll(/https?:\/\/[^\s"<]+/g, (url) => `<a href="${url}">${url}</a>`)
