import type { Language } from '@awards/shared/domain'
import { factsOf, type WithdrawalReceipt } from '../../privacy/withdrawal-receipt.ts'
import type { FontLibrary } from './fonts.ts'
import { FIELD, HAIR, headedRow, LEFT, RED, RED_TEXT, RIGHT, SOFT, WIDTH } from './paper.ts'
import { pdfPage, type DrawnPaper, type PdfPage } from './pdf-page.ts'

const TEXTS = {
  en: {
    title: 'Acknowledgement of withdrawal',
    received: 'Received on',
    reference: 'Reference',
    consumer: 'Consumer',
    trader: 'Trader',
    declaration: 'Declaration',
    statement:
      'I hereby give notice that I withdraw from my contract for the {{fee}} of the entry “{{title}}” ({{entry_no}}), order {{order_no}}, concluded on {{paid}} for {{amount}}.',
    refund:
      '{{amount}} will be sent back by the means of payment that you used, at the latest fourteen days after the day on which we received this declaration.',
    law: 'Given on a durable medium under articles L221-21 and D221-5 of the French consumer code. Please keep it.',
  },
  fr: {
    title: 'Accusé de réception de la rétractation',
    received: 'Reçue le',
    reference: 'Référence',
    consumer: 'Consommateur',
    trader: 'Professionnel',
    declaration: 'Déclaration',
    statement:
      'Je vous notifie par la présente ma rétractation du contrat portant sur {{fee}} du projet « {{title}} » ({{entry_no}}), commande {{order_no}}, conclu le {{paid}} pour un montant de {{amount}}.',
    refund:
      '{{amount}} vous seront remboursés par le moyen de paiement que vous avez utilisé, au plus tard quatorze jours après la réception de cette déclaration.',
    law: 'Remis sur support durable en application des articles L221-21 et D221-5 du code de la consommation. Conservez ce document.',
  },
  zh: {
    title: '撤销合同回执',
    received: '收到时间',
    reference: '编号',
    consumer: '消费者',
    trader: '经营者',
    declaration: '声明',
    statement:
      '本人特此通知贵方：撤销本人就作品“{{title}}”（{{entry_no}}）{{fee}}所订立的合同，订单号 {{order_no}}，订立日期 {{paid}}，金额 {{amount}}。',
    refund: '我们将在收到本声明之日起十四天内，按您付款时使用的方式退还 {{amount}}。',
    law: '本回执依据法国《消费法典》第 L221-21 条和第 D221-5 条以耐久介质提供，请妥善保存。',
  },
} as const satisfies Record<Language, Record<string, string>>

/** A4 portrait in the consumer's language: the declaration, its author, and when it arrived. */
export function withdrawalPdf(fonts: FontLibrary, receipt: WithdrawalReceipt): Promise<DrawnPaper> {
  const text = TEXTS[receipt.language]
  const facts: Record<string, string> = factsOf(receipt)
  // The fonts lack a narrow space.
  const fill = (part: string) =>
    part
      .replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => facts[name] ?? '')
      .replaceAll(/[\u202f\u00a0]/g, ' ')
  const page = pdfPage(fonts, {
    layout: 'portrait',
    title: `${text.title} ${receipt.reference}`,
    author: receipt.trader.name,
    language: receipt.language,
    date: new Date(receipt.received_at),
  })
  drawHead(page, receipt, text, fill('{{received}}'))
  drawParties(page, receipt, text)
  const y = drawParagraphs(page, text.declaration, fill(text.statement), 386)
  drawParagraphs(page, '', fill(text.refund), y + 14)
  drawFoot(page, receipt, text.law)
  return page.finish()
}

type Texts = (typeof TEXTS)[Language]

function drawHead(
  page: PdfPage,
  { reference, trader }: WithdrawalReceipt,
  text: Texts,
  received: string,
) {
  const { ornament, line, within } = page
  ornament((pen) => pen.rect(0, 0, 18, 842).fill(RED))
  line(trader.name, LEFT, 64, { size: 11, weight: 'medium', align: 'right', width: WIDTH })
  within('H1', () =>
    line(text.title, LEFT, 112, { size: 27, weight: 'light', width: WIDTH, smallest: 16 }),
  )
  const name = (label: string, y: number) => () => line(label, LEFT, y, { size: 9, color: SOFT })
  const date = { size: 13, weight: 'medium', color: RED_TEXT, width: WIDTH } as const
  within('Table', () => {
    headedRow(page, name(text.received, 148), () => line(received, LEFT, 164, date))
    headedRow(page, name(text.reference, 190), () =>
      line(reference, LEFT, 206, { size: 11, weight: 'medium', width: WIDTH }),
    )
  })
}

function drawParties(page: PdfPage, { consumer, trader }: WithdrawalReceipt, text: Texts) {
  page.ornament((pen) => pen.roundedRect(LEFT - 14, 228, WIDTH + 28, 124, 4).fill(FIELD))
  const town = [trader.postal_code, trader.city].filter(Boolean).join(' ')
  drawParty(page, text.consumer, [consumer.name, ...consumer.address, consumer.email], LEFT, 228)
  const rows = [trader.name, trader.address, [town, trader.country].join(', '), ...trader.details]
  drawParty(page, text.trader, rows, 316, RIGHT - 316)
}

function drawParty(
  { line, within }: PdfPage,
  label: string,
  [name = '', ...rows]: string[],
  x: number,
  width: number,
) {
  within('H2', () => line(label, x, 250, { size: 9, color: RED_TEXT }))
  line(name, x, 268, { size: 11, weight: 'medium', width })
  rows
    .filter(Boolean)
    .slice(0, 5)
    .forEach((row, index) => line(row, x, 284 + index * 13, { size: 9, color: SOFT, width }))
}

/** Returns the baseline below the last line. */
function drawParagraphs(
  { line, wrap, within }: PdfPage,
  label: string,
  text: string,
  top: number,
): number {
  if (label) within('H2', () => line(label, LEFT, top, { size: 9, color: RED_TEXT }))
  let y = label ? top + 22 : top
  within('P', () => {
    for (const part of wrap(text, WIDTH, 11.5)) {
      line(part.trimEnd(), LEFT, y, { size: 11.5 })
      y += 17
    }
  })
  return y
}

function drawFoot(
  { ornament, line, wrap, within }: PdfPage,
  { trader }: WithdrawalReceipt,
  law: string,
) {
  let y = 736
  within('P', () => {
    for (const part of wrap(law, WIDTH, 8.5)) {
      line(part.trimEnd(), LEFT, y, { size: 8.5, color: SOFT })
      y += 12
    }
  })
  ornament((pen) =>
    pen.moveTo(LEFT, 778).lineTo(RIGHT, 778).lineWidth(0.5).strokeColor(HAIR).stroke(),
  )
  const legal = [trader.name, ...trader.details].join(' · ')
  line(legal, LEFT, 796, { size: 8, color: SOFT, width: WIDTH })
}
