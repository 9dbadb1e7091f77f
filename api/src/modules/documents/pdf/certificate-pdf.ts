import type { CertificateContent } from '../documents.types.ts'
import type { FontLibrary } from './fonts.ts'
import { documentColours, INK, SOFT } from './paper.ts'
import { pdfPage, type DrawnPaper, type PdfPage } from './pdf-page.ts'

const COLUMN = 252

/** The field in the programme's colour: a madder root in hairlines, the programme above, the level below. */
function drawField(
  { ornament, line }: PdfPage,
  content: CertificateContent,
  { first, second }: { first: 'fr' | 'en'; second: 'fr' | 'en' },
) {
  ornament((pen) => {
    pen.rect(0, 0, COLUMN, 596).fill(documentColours(content.primary_colour).field)
    pen.save().rect(0, 0, COLUMN, 596).clip()
    pen.lineWidth(0.45).strokeColor('#ffffff').strokeOpacity(0.55)
    for (let ring = 0; ring < 20; ring += 1) petal(pen, ring)
    pen.restore().strokeOpacity(1)
  })

  line(content.programme[first], 36, 62, { size: 19, weight: 'medium', color: '#fff', width: 190 })
  line(content.programme[second], 36, 82, { size: 11, color: '#fff', width: 190, lang: second })
  line(content.level[first], 34, 520, {
    size: 46,
    weight: 'light',
    color: '#fff',
    width: 196,
    smallest: 20,
  })
  const other = content.level.en === content.level.fr ? '' : `${content.level[second]} · `
  const lang = other ? second : undefined
  line(`${other}${content.year}`, 36, 545, { size: 13, color: '#fff', width: 196, lang })
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

const PAPER = '#fdfcfa'
const HAIR = '#cfc8c0'

const LEFT = 300
const RIGHT_EDGE = 794
const WIDTH = RIGHT_EDGE - LEFT

/** The main language, and the second one in smaller print. */
type Languages = { first: 'fr' | 'en'; second: 'fr' | 'en' }

const TEXTS = {
  certificate: { fr: 'Certificat', en: 'Certificate' },
  awarded_to: { fr: 'Décerné à', en: 'Awarded to' },
  ruling: {
    fr: 'Sur décision du jury international, après examen anonyme selon les cinq critères du règlement.',
    en: 'By decision of the international jury, after blind review against the five published criteria.',
  },
}

/** A4 landscape, in French and English, with a QR code of the certificate's public page. */
export function certificatePdf(
  fonts: FontLibrary,
  content: CertificateContent,
): Promise<DrawnPaper> {
  const page = pdfPage(fonts, {
    layout: 'landscape',
    title: `Certificat ${content.number}`,
    author: content.organiser,
    language: content.lang,
    date: content.issued_at,
    script: content.script,
  })
  page.ornament((pen) => pen.rect(0, 0, 842, 596).fill(PAPER))
  const languages: Languages =
    content.lang === 'en' ? { first: 'en', second: 'fr' } : { first: 'fr', second: 'en' }
  drawField(page, content, languages)
  const afterTitle = drawWork(page, content, languages)
  drawHolder(page, content, languages, afterTitle)
  drawFoot(page, content, languages)
  return page.finish()
}

function drawWork(page: PdfPage, content: CertificateContent, languages: Languages) {
  const { ornament, line, wrap, within } = page
  const { first, second } = languages
  within('P', () => besideIn(page, TEXTS.certificate, languages, 62, 19, 'medium'))
  line(content.edition[first], LEFT, 82, { size: 11, color: SOFT, width: WIDTH })
  ornament((pen) =>
    pen.moveTo(LEFT, 108).lineTo(RIGHT_EDGE, 108).lineWidth(0.6).strokeColor(HAIR).stroke(),
  )

  const { size, lines } = titleIn(wrap, content.entry_title)
  within('H1', () =>
    lines.forEach((part, index) =>
      line(part, LEFT - 2, 172 + index * size * 1.15, { size, weight: 'light', width: WIDTH }),
    ),
  )
  let y = 172 + (lines.length - 1) * size * 1.15 + Math.max(34, size * 1.15)
  const local = content.title_local
  if (local && local !== content.entry_title) {
    line(local, LEFT, y - 10, { size: 15, color: SOFT, width: WIDTH })
    y += 20
  }
  const category = [content.category[first], content.section[first]].join(' · ')
  const english = [content.category[second], content.section[second]].join(' · ')
  const { text: color } = documentColours(content.primary_colour)
  line(category, LEFT, y - 4, { size: 12, weight: 'medium', color, width: WIDTH })
  line(english, LEFT, y + 12, { size: 10.5, color: SOFT, width: WIDTH, lang: second })
  return y + 48
}

/** The largest font size at which the whole title fits. */
function titleIn(wrap: PdfPage['wrap'], title: string) {
  const sizes = [
    { size: 42, room: 1 },
    { size: 33, room: 2 },
    { size: 25, room: 3 },
    { size: 18, room: 4 },
  ]
  const set = sizes.map(({ size, room }) => ({
    size,
    room,
    lines: wrap(title, WIDTH, size, 'light'),
  }))
  const fitting = set.find(({ lines, room }) => lines.length <= room)
  return fitting ?? { size: 12, lines: wrap(title, WIDTH, 12, 'light') }
}

function drawHolder(page: PdfPage, content: CertificateContent, languages: Languages, top: number) {
  const { line, within } = page
  const { first, second } = languages
  const y = Math.max(top, 290)
  within('P', () => besideIn(page, TEXTS.awarded_to, languages, y, 10.5, 'regular', SOFT))
  line(content.holder, LEFT, y + 30, { size: 25, weight: 'medium', width: WIDTH, smallest: 13 })
  const names = content.designers.filter((name) => name !== content.holder).slice(0, 5)
  const who = [names.join(', '), content.country?.[first]].filter(Boolean).join(' — ')
  if (who) line(who, LEFT, y + 51, { size: 12, color: SOFT, width: WIDTH, smallest: 8 })

  line(TEXTS.ruling[first], LEFT, y + 84, { size: 10, width: WIDTH })
  line(TEXTS.ruling[second], LEFT, y + 99, { size: 10, color: SOFT, width: WIDTH, lang: second })
}

/** A text in the main language, and the second one beside it in a light weight. */
function besideIn(
  { line, measure }: PdfPage,
  text: { fr: string; en: string },
  { first, second }: Languages,
  y: number,
  size: number,
  weight: 'medium' | 'regular',
  color?: string,
) {
  line(text[first], LEFT, y, { size, weight, ...(color && { color }) })
  const x = LEFT + measure(text[first], size, weight) + 9
  line(text[second], x, y, { size, weight: 'light', color: SOFT, lang: second })
}

function drawFoot(
  { ornament, line, qr }: PdfPage,
  content: CertificateContent,
  { first, second }: Languages,
) {
  content.signatures.slice(0, 2).forEach(({ name, role }, index) => {
    const x = LEFT + index * 168
    ornament((pen) =>
      pen
        .moveTo(x, 498)
        .lineTo(x + 146, 498)
        .lineWidth(0.6)
        .strokeColor(INK)
        .stroke(),
    )
    line(name, x, 514, { size: 10.5, weight: 'medium', width: 150 })
    line(role[first], x, 528, { size: 8.5, color: SOFT, width: 150 })
    line(role[second], x, 540, { size: 8.5, color: SOFT, width: 150, lang: second })
  })
  const date = content.issued_at.toLocaleDateString(first === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'Europe/Paris',
  })
  line(`${content.organiser}, ${content.place}, ${date}`, LEFT, 568, {
    size: 8.5,
    color: SOFT,
    width: 330,
  })
  qr(content.verify_url, RIGHT_EDGE - 82, 446, 82, content.verify_url)
  line('Vérifier · Verify', RIGHT_EDGE - 140, 545, {
    size: 8.5,
    color: SOFT,
    align: 'right',
    width: 140,
  })
  line(content.number, RIGHT_EDGE - 160, 558, {
    size: 10.5,
    weight: 'medium',
    align: 'right',
    width: 160,
  })
  line(content.verify_url.replace(/^https?:\/\//, ''), RIGHT_EDGE - 200, 570, {
    size: 7.5,
    color: SOFT,
    align: 'right',
    width: 200,
  })
}
