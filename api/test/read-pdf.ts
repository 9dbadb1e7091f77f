import { inflateSync } from 'node:zlib'
import jsQR from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of all pages as a PDF reader extracts it. */
export async function pdfText(pdf: Buffer): Promise<string> {
  const task = getDocument({ data: new Uint8Array(pdf), useSystemFonts: false, verbosity: 0 })
  const document = await task.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(...items.flatMap((item) => ('str' in item ? [item.str] : [])))
  }
  await task.destroy()
  return texts.join('')
}

/** Per font: whether its glyphs are embedded, and whether its characters can be extracted. */
export function pdfFonts(pdf: Buffer): { embedded: boolean[]; readable: boolean[] } {
  const objects = pdf.toString('latin1').split('endobj')
  const of = (mark: RegExp) => objects.filter((object) => mark.test(object))
  return {
    embedded: of(/\/Type \/FontDescriptor/).map((one) => /\/FontFile[23]? \d/.test(one)),
    readable: of(/\/Subtype \/Type0/).map((one) => /\/ToUnicode \d/.test(one)),
  }
}

/** Content of the QR code on the first page, decoded from its drawn squares. */
export function pdfCode(pdf: Buffer): string | undefined {
  const squares = drawnSquares(pdf)
  const left = Math.min(...squares.map(({ x }) => x))
  const top = Math.min(...squares.map(({ y }) => y))
  const right = Math.max(...squares.map(({ x, size }) => x + size))
  const scale = 4
  const unit = squares[0]?.size ?? 1
  const border = 4 * unit
  const side = Math.ceil((right - left + 2 * border) * scale)
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { x, y, size } of squares) {
    const from = (value: number, start: number) => Math.round((value - start + border) * scale)
    for (let row = from(y, top); row < from(y + size, top); row += 1) {
      for (let column = from(x, left); column < from(x + size, left); column += 1) {
        pixels.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
      }
    }
  }
  return jsQR(pixels, side, side)?.data
}

/** The fill colours of the first page as `#rrggbb`. */
export function pdfFills(pdf: Buffer): Set<string> {
  const hex = (part = '') =>
    Math.round(Number(part) * 255)
      .toString(16)
      .padStart(2, '0')
  const fills = pageContent(pdf).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) scn$/gm)
  return new Set([...fills].map(([, red, green, blue]) => `#${hex(red)}${hex(green)}${hex(blue)}`))
}

function drawnSquares(pdf: Buffer) {
  return [...pageContent(pdf).matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
    .map((found) => found.slice(1).map(Number))
    .map(([x = 0, y = 0, size = 0, height = 0]) => ({ x, y, size, height }))
    .filter(({ size, height }) => size === height && size < 6)
}

/** Drawing commands of the page; pdfkit writes one compressed stream per page. */
function pageContent(pdf: Buffer): string {
  const raw = pdf.toString('latin1')
  const parts = [...raw.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)].map(
    ({ index, 0: mark }) => {
      const start = index + mark.length
      const end = raw.indexOf('\nendstream', start)
      try {
        return inflateSync(pdf.subarray(start, end)).toString('latin1')
      } catch {
        return ''
      }
    },
  )
  return parts.find((part) => / re$/m.test(part) && /\bBT\b/.test(part)) ?? ''
}
