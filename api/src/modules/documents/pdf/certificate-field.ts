import type { PdfPage } from './pdf-page.ts'
import type { CertificateContent } from '../documents.types.ts'

const RED = '#E72E2D'
const COLUMN = 252

/** The red field: a madder root opening in hairlines, the programme above, the level below. */
export function drawField(
  { ornament, line }: PdfPage,
  content: CertificateContent,
  { first, second }: { first: 'fr' | 'en'; second: 'fr' | 'en' },
) {
  ornament((pen) => {
    pen.rect(0, 0, COLUMN, 596).fill(RED)
    pen.save().rect(0, 0, COLUMN, 596).clip()
    pen.lineWidth(0.45).strokeColor('#ffffff').strokeOpacity(0.55)
    for (let ring = 0; ring < 20; ring += 1) petal(pen, ring)
    pen.restore().strokeOpacity(1)
  })

  line(content.programme[first], 36, 62, { size: 19, weight: 'medium', color: '#fff', width: 190 })
  line(content.programme[second], 36, 82, { size: 11, color: '#fff', width: 190 })
  line(content.level[first], 34, 520, {
    size: 46,
    weight: 'light',
    color: '#fff',
    width: 196,
    smallest: 20,
  })
  const other = content.level.en === content.level.fr ? '' : `${content.level[second]} · `
  line(`${other}${content.year}`, 36, 545, { size: 13, color: '#fff', width: 196 })
}

function petal(pen: PDFKit.PDFDocument, ring: number) {
  const radius = 26 + ring * 7.4
  const steps = 160
  for (let step = 0; step <= steps; step += 1) {
    const angle = (step / steps) * 2 * Math.PI
    const wave = 1 + 0.16 * Math.sin(6 * angle + ring * 0.21) * Math.min(1, ring / 9)
    const x = 196 + radius * wave * Math.cos(angle)
    const y = 286 + radius * wave * Math.sin(angle)
    if (step === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  }
  pen.stroke()
}
