import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import type { FontLibrary, FontWeight } from './font-library.ts'

type Text = {
  size: number
  weight?: FontWeight
  color?: string
  align?: 'left' | 'right' | 'center'
  /** Width of the field; a longer text is set smaller, down to `smallest`. */
  width?: number
  smallest?: number
  spacing?: number
}
type Run = { face: string; text: string }
type Setup = {
  layout: 'portrait' | 'landscape'
  title: string
  author: string
  language: string
  date: Date
}
export type PdfPage = ReturnType<typeof pdfPage>

/** One A4 page with text in several scripts, set on the baseline, and vector QR codes. */
export function pdfPage(fonts: FontLibrary, setup: Setup) {
  const document = new PDFDocument({
    size: 'A4',
    layout: setup.layout,
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/A-2b',
    lang: setup.language,
    displayTitle: true,
    // The engine writes these unescaped into the XMP packet.
    info: { Title: plain(setup.title), Author: plain(setup.author), CreationDate: setup.date },
  })
  const registered = new Set<string>()

  function use(face: string) {
    if (!registered.has(face)) document.registerFont(face, fonts.bytes(face))
    registered.add(face)
    return document.font(face)
  }

  function faceFor(sign: string, weight: FontWeight): string | undefined {
    return fonts.faces(weight).find((face) => hasGlyph(use(face), sign))
  }

  /** Pieces of one script each; a sign that no face has stays with the first face. */
  function runs(text: string, weight: FontWeight): Run[] {
    const list: Run[] = []
    for (const sign of text) {
      const last = list.at(-1)
      const face = (sign === ' ' ? last?.face : faceFor(sign, weight)) ?? firstFace(weight)
      if (last?.face === face) last.text += sign
      else list.push({ face, text: sign })
    }
    return list
  }

  const firstFace = (weight: FontWeight) => fonts.faces(weight)[0] ?? ''

  function measure(text: string, size: number, weight: FontWeight = 'regular', spacing = 0) {
    const glyphs = runs(text, weight).reduce((sum, run) => {
      use(run.face).fontSize(size)
      return sum + document.widthOfString(run.text)
    }, 0)
    return glyphs + spacing * [...text].length
  }

  function line(text: string, x: number, y: number, options: Text) {
    const {
      weight = 'regular',
      color = '#1c1b1a',
      align = 'left',
      width = 0,
      spacing = 0,
    } = options
    let size = options.size
    while (
      width > 0 &&
      size > (options.smallest ?? 6) &&
      measure(text, size, weight, spacing) > width
    ) {
      size -= 0.5
    }
    const space = width - measure(text, size, weight, spacing)
    let at = x + (align === 'right' ? space : align === 'center' ? space / 2 : 0)
    document.fillColor(color)
    for (const run of runs(text, weight)) {
      use(run.face).fontSize(size)
      document.text(run.text, at, y, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: spacing,
      })
      at += document.widthOfString(run.text) + spacing * [...run.text].length
    }
    return size
  }

  /** Breaks at spaces and between Chinese signs. */
  function wrap(text: string, width: number, size: number, weight: FontWeight = 'regular') {
    const lines = ['']
    for (const word of text.split(/(?<=\s)|(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])/u)) {
      const last = lines.at(-1) ?? ''
      if (last && measure((last + word).trimEnd(), size, weight) > width)
        lines.push(word.trimStart())
      else lines[lines.length - 1] = last + word
    }
    return lines
  }

  function qr(text: string, x: number, y: number, size: number, color = '#1c1b1a') {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
    const unit = size / modules.size
    for (let row = 0; row < modules.size; row += 1) {
      for (let column = 0; column < modules.size; column += 1) {
        if (modules.get(row, column)) {
          document.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05)
        }
      }
    }
    document.fill(color)
  }

  const covers = (text: string, weight: FontWeight = 'regular') =>
    [...text].every((sign) => /\s/.test(sign) || faceFor(sign, weight) !== undefined)

  function finish(): Promise<Buffer> {
    const chunks: Buffer[] = []
    return new Promise((resolve, reject) => {
      document.on('data', (chunk: Buffer) => chunks.push(chunk))
      document.on('end', () => resolve(Buffer.concat(chunks)))
      document.on('error', reject)
      document.end()
    })
  }

  return { document, line, wrap, measure, qr, covers, finish }
}

const plain = (text: string) => text.replace(/[<>&]/g, ' ')

/** The engine knows which characters a face has, but its types do not say so. */
function hasGlyph(document: PDFKit.PDFDocument, sign: string): boolean {
  const { _font } = document as unknown as {
    _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
  }
  return _font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)
}
