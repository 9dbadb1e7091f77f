import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import { scriptOf, MISSING_SIGN, type FontWeight, type Script, type FontLibrary } from './fonts.ts'
import { paperStructure, type Attributes, type PaperNode, type Role } from './paper-structure.ts'

type Text = {
  size: number
  weight?: FontWeight
  color?: string
  align?: 'left' | 'right' | 'center'
  /** Maximum width; a longer text shrinks down to `smallest`. */
  width?: number
  smallest?: number
  spacing?: number
  /** Language of the text, if it is not that of the paper. */
  lang?: string | undefined
}
type Run = { face: string; text: string }
type Setup = {
  layout: 'portrait' | 'landscape'
  title: string
  author: string
  language: string
  date: Date
  /** Glyph variant of Han characters if a text does not tell; Chinese by default. */
  script?: Script
  /** The XML of an invoice; makes the document a Factur-X. */
  xml?: string | null
}
export type PdfPage = ReturnType<typeof pdfPage>
export type DrawnPaper = { pdf: Buffer; title: string; language: string; tree: PaperNode }

/** A4 pages with text in several scripts, set on the baseline, and vector QR codes. */
export function pdfPage(fonts: FontLibrary, setup: Setup) {
  const document = new PDFDocument({
    size: 'A4',
    layout: setup.layout,
    margin: 0,
    pdfVersion: '1.7',
    subset: setup.xml ? 'PDF/A-3b' : 'PDF/A-2b',
    tagged: true,
    lang: setup.language,
    displayTitle: true,
    // pdfkit writes these into the XMP packet without escaping.
    info: { Title: plain(setup.title), Author: plain(setup.author), CreationDate: setup.date },
  })
  declareStandards(document, setup.xml ?? null, setup.date)
  const structure = paperStructure(document)
  const registered = new Set<string>()

  function use(face: string) {
    if (!registered.has(face)) document.registerFont(face, fonts.bytes(face))
    registered.add(face)
    return document.font(face)
  }

  /** Splits a text into runs of one font. A character that no font has becomes a placeholder. */
  function runs(text: string, weight: FontWeight): Run[] {
    const script = scriptOf(text, setup.script ?? 'sc')
    const list: Run[] = []
    for (const sign of drawable(text)) {
      const last = list.at(-1)
      const own = sign === ' ' && last ? last.face : fonts.faceWith(sign, weight, script)
      const face = own ?? fonts.faceWith(MISSING_SIGN, weight, script) ?? ''
      const shown = own ? sign : MISSING_SIGN
      if (last?.face === face) last.text += shown
      else list.push({ face, text: shown })
    }
    return list
  }

  function measure(text: string, size: number, weight: FontWeight = 'regular', spacing = 0) {
    const glyphs = runs(text, weight).reduce((sum, run) => {
      use(run.face).fontSize(size)
      return sum + document.widthOfString(run.text)
    }, 0)
    return glyphs + spacing * [...text].length
  }

  function line(text: string, x: number, y: number, options: Text) {
    const { weight = 'regular', color = '#1c1b1a', align = 'left', width = 0 } = options
    const { spacing = 0, lang } = options
    let size = options.size
    const isTooWide = () => measure(text, size, weight, spacing) > width
    while (width > 0 && size > (options.smallest ?? 6) && isTooWide()) size -= 0.5
    const space = width - measure(text, size, weight, spacing)
    let at = x + (align === 'right' ? space : align === 'center' ? space / 2 : 0)
    const draw = () => {
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
    }
    structure.text(drawable(text), draw, lang)
    return size
  }

  /** Line breaking at spaces and around Han characters, and within a word wider than a line. */
  function wrap(text: string, width: number, size: number, weight: FontWeight = 'regular') {
    const lines = ['']
    const isWide = (part: string) => measure(part.trimEnd(), size, weight) > width
    for (const word of text.split(BREAKS)) {
      const pieces = isWide(word) ? [...word] : [word]
      for (const piece of pieces) {
        const last = lines.at(-1) ?? ''
        if (last && isWide(last + piece)) lines.push(piece.trimStart())
        else lines[lines.length - 1] = last + piece
      }
    }
    return lines.map((one) => one.trimEnd())
  }

  /** Decoration, which screen readers skip. */
  const ornament = (draw: (pen: PDFKit.PDFDocument) => void) =>
    structure.artifact('Layout', () => draw(document))

  /** Texts that repeat on a further page, which screen readers skip. */
  const repeated = (draw: () => void) => structure.artifact('Pagination', draw)

  /** Draws what belongs to one element: a heading, a table, a cell, a paragraph of several lines. */
  const within = <T>(role: Role, draw: () => T, attributes?: Attributes): T =>
    structure.within(role, draw, attributes)

  function qr(text: string, x: number, y: number, size: number, alt: string, color = '#1c1b1a') {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' })
    const unit = size / modules.size
    const draw = () => {
      for (let row = 0; row < modules.size; row += 1) {
        for (let column = 0; column < modules.size; column += 1) {
          if (modules.get(row, column)) {
            document.rect(x + column * unit, y + row * unit, unit + 0.05, unit + 0.05)
          }
        }
      }
      document.fill(color)
    }
    structure.within('Figure', () => structure.content(draw), {
      alt,
      bbox: [x, y, x + size, y + size],
    })
  }

  /** The file, and its structure with all texts. */
  function finish(): Promise<DrawnPaper> {
    const chunks: Buffer[] = []
    structure.end()
    return new Promise((resolve, reject) => {
      document.on('data', (chunk: Buffer) => chunks.push(chunk))
      document.on('end', () =>
        resolve({
          pdf: Buffer.concat(chunks),
          title: setup.title,
          language: setup.language,
          tree: structure.tree,
        }),
      )
      document.on('error', reject)
      document.end()
    })
  }

  /** Begins another page; what was drawn stays on the one before. */
  const turn = () => void document.addPage({ size: 'A4', layout: setup.layout, margin: 0 })

  return { ornament, repeated, within, line, wrap, measure, qr, turn, finish }
}

/** Break points: after a space, except before French punctuation, and around Han characters. */
const BREAKS = /(?<=\s)(?![:;!?»%€])|(?=[\u3400-\u9fff])|(?<=[\u3400-\u9fff])/u

const plain = (text: string) => text.replace(/[<>&]/g, ' ')

/** Normalises a text for printing: NFC, plain spaces, no control or format characters. */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u202f\u00a0]+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\ufe00-\ufe0f]/gu, '')

const FACTUR_X = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'
const PDF_UA = 'http://www.aiim.org/pdfua/ns/id/'

type Property = { name: string; type: 'Text' | 'Integer'; category: string; meaning: string }
type Schema = { name: string; namespace: string; prefix: string; properties: readonly Property[] }

const UA_SCHEMA: Schema = {
  name: 'PDF/UA Universal Accessibility Schema',
  namespace: PDF_UA,
  prefix: 'pdfuaid',
  properties: [
    {
      name: 'part',
      type: 'Integer',
      category: 'internal',
      meaning: 'Indicates, which part of ISO 14289 standard is followed',
    },
  ],
}

const FACTUR_X_SCHEMA: Schema = {
  name: 'Factur-X PDFA Extension Schema',
  namespace: FACTUR_X,
  prefix: 'fx',
  properties: [
    ['DocumentFileName', 'The name of the embedded XML document'],
    ['DocumentType', 'The type of the hybrid document in capital letters'],
    ['Version', 'The actual version of the standard applying to the embedded XML document'],
    ['ConformanceLevel', 'The conformance level of the embedded XML document'],
  ].map(([name = '', meaning = '']) => ({ name, type: 'Text', category: 'external', meaning })),
}

/**
 * Declares the paper as PDF/UA-1 beside its PDF/A, and embeds the XML of an invoice (Factur-X 1.0). PDF/A wants a schema
 * for each property that it does not know (ISO 19005-3 §6.6.2.3).
 */
function declareStandards(document: PDFKit.PDFDocument, xml: string | null, date: Date) {
  if (xml) {
    document.file(Buffer.from(xml), {
      name: 'factur-x.xml',
      type: 'text/xml',
      description: 'Factur-X, EN 16931',
      relationship: 'Alternative',
      creationDate: date,
      modifiedDate: date,
    } as PDFKit.Mixins.PDFAttachmentOptions)
  }
  // pdfkit's types lack this method.
  const { appendXML } = document as unknown as { appendXML: (part: string) => void }
  const append = (part: string) => appendXML.call(document, part)
  append(
    `\n<rdf:Description rdf:about="" xmlns:pdfuaid="${PDF_UA}"><pdfuaid:part>1</pdfuaid:part></rdf:Description>`,
  )
  if (xml) append(facturX())
  append(extensionSchemas(xml ? [UA_SCHEMA, FACTUR_X_SCHEMA] : [UA_SCHEMA]))
}

const facturX = () => `
<rdf:Description rdf:about="" xmlns:fx="${FACTUR_X}">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>`

const extensionSchemas = (schemas: readonly Schema[]) => `
<rdf:Description rdf:about=""
  xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
  xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag>${schemas.map(schemaText).join('')}</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`

const schemaText = ({ name, namespace, prefix, properties }: Schema) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>${name}</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>${properties.map(propertyText).join('')}</rdf:Seq></pdfaSchema:property>
  </rdf:li>`

const propertyText = ({ name, type, category, meaning }: Property) => `
  <rdf:li rdf:parseType="Resource">
    <pdfaProperty:name>${name}</pdfaProperty:name>
    <pdfaProperty:valueType>${type}</pdfaProperty:valueType>
    <pdfaProperty:category>${category}</pdfaProperty:category>
    <pdfaProperty:description>${meaning}</pdfaProperty:description>
  </rdf:li>`
