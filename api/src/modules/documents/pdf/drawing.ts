import type { WithdrawalReceipt } from '../../privacy/withdrawal-receipt.ts'
import type { InvoiceDocument, CertificateContent } from '../documents.types.ts'
import { certificatePdf } from './certificate-pdf.ts'
import type { Script, FontLibrary } from './fonts.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { paperPage } from './paper-page.ts'
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
