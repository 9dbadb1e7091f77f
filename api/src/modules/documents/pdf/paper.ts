import { brandOf, majorUnits, PRIMARY_COLOUR } from '@awards/shared/domain'
import type { Bilingual, Party } from '../documents.types.ts'
import type { FontWeight } from './fonts.ts'
import type { PdfPage } from './pdf-page.ts'

const DEFAULT_BRAND = brandOf(PRIMARY_COLOUR)

/**
 * The programme's colour on paper: `field` is a ground with a contrast of at least 3 to white, `text` has at least 6 on
 * white. What is no `#rrggbb` gives the default colour.
 */
export function documentColours(primaryColour: string): { field: string; text: string } {
  const brand = brandOf(primaryColour)
  const text = brand === DEFAULT_BRAND ? '#b81c1b' : brand.redStrong[0]
  return { field: brand.brand[0], text }
}

/** Colours and measures shared by the organiser's documents. */
export const { field: RED, text: RED_TEXT } = documentColours(PRIMARY_COLOUR)
export const INK = '#1c1b1a'
export const SOFT = '#6b6660'
export const HAIR = '#d9d3cc'
export const FIELD = '#f7f4f0'
export const GREEN = '#23613d'

export const LEFT = 56
export const RIGHT = 539
export const WIDTH = RIGHT - LEFT
const SECOND = 316
const FOOT = 792

/** A label in French, with English beneath in a smaller size. */
export function label(
  { line }: PdfPage,
  { fr, en }: Bilingual,
  x: number,
  y: number,
  { width = 0, align = 'left' as 'left' | 'right' } = {},
) {
  line(fr, x, y, { size: 8.5, color: INK, width, align })
  line(en, x, y + 9.5, { size: 7, color: SOFT, width, align, lang: 'en' })
}

type Beside = { size: number; weight?: FontWeight; color?: string; small?: number }

/** A text in French, with English beside it in a smaller size. */
export function beside(
  { line, measure }: PdfPage,
  { fr, en }: Bilingual,
  x: number,
  y: number,
  { size, weight = 'regular', color = INK, small = 7 }: Beside,
) {
  line(fr, x, y, { size, weight, color })
  const at = x + measure(fr, size, weight) + small - 1
  line(en, at, y, { size: small, color: SOFT, lang: 'en' })
}

/** A row of two cells, of which the first is its header. */
export function headedRow({ within }: PdfPage, head: () => void, value: () => void) {
  within('TR', () => {
    within('TH', head, { scope: 'Row' })
    within('TD', value)
  })
}

/** The head: red edge, kind and number of the document, sender, and facts in two columns. */
export function drawMasthead(
  page: PdfPage,
  head: { title: Bilingual; number: string; sender: string; facts: [Bilingual, string][] },
) {
  const { ornament, line, within } = page
  ornament((pen) => pen.rect(0, 0, 18, 842).fill(RED))
  line(head.sender, LEFT, 52, { size: 10, weight: 'medium', width: WIDTH })
  within('H1', () => {
    line(head.title.fr, LEFT - 2, 96, { size: 34, weight: 'light', width: 232 })
    line(head.title.en, LEFT, 113, { size: 10, color: SOFT, lang: 'en' })
    line(head.number, LEFT, 136, { size: 13, weight: 'medium', color: RED_TEXT, width: 232 })
  })
  const width = RIGHT - SECOND - 86
  within('Table', () =>
    head.facts.forEach(([name, value], index) => {
      const y = 52 + index * 24
      headedRow(
        page,
        () => label(page, name, SECOND, y),
        () => line(value, SECOND + 86, y, { size: 9, weight: 'medium', align: 'right', width }),
      )
    }),
  )
}

export type Role = { title: Bilingual; party: Party }

/** Seller and buyer side by side, a third party below. Returns the y of the end. */
export function drawParties(page: PdfPage, top: number, parties: readonly Role[]): number {
  const { ornament, line, within } = page
  const columns = parties.map(({ title, party }, index) => {
    const width = index === 0 ? SECOND - LEFT - 20 : RIGHT - SECOND
    const names = page.wrap(party.name, width, 11, 'medium').slice(0, 2)
    return { title, party, width, names, rows: rowsOf(page, party, width) }
  })
  const third = columns[2]
  const heights = columns
    .slice(0, 2)
    .map(({ names, rows }) => names.length * 14 + rows.length * 12.5)
  const height = 38 + Math.max(...heights) + (third ? 42 : 0)
  ornament((pen) => pen.roundedRect(LEFT - 14, top, WIDTH + 28, height, 4).fill(FIELD))
  columns.slice(0, 2).forEach(({ title, width, names, rows }, index) => {
    const x = index === 0 ? LEFT : SECOND
    within('H2', () => beside(page, title, x, top + 20, { size: 8.5, color: RED_TEXT }))
    within('P', () =>
      names.forEach((name, at) =>
        line(name, x, top + 38 + at * 14, { size: 11, weight: 'medium', width }),
      ),
    )
    const below = top + 39 + names.length * 14
    rows.forEach((row, at) => line(row, x, below + at * 12.5, { size: 9, color: SOFT, width }))
  })
  if (third) {
    const y = top + height - 26
    within('H2', () => beside(page, third.title, LEFT, y, { size: 8.5, color: RED_TEXT }))
    const where = [third.party.name, ...third.rows].join(', ')
    line(where, LEFT, y + 13, { size: 9, color: SOFT, width: WIDTH })
  }
  return top + height
}

function rowsOf({ wrap }: PdfPage, party: Party, width: number): string[] {
  const town = [party.postal_code, party.city].filter(Boolean).join(' ')
  const place = [town, countryName(party.country)].filter(Boolean).join(', ')
  return [party.address, place, ...party.details]
    .filter(Boolean)
    .flatMap((row) => wrap(row, width, 9).slice(0, 2))
    .slice(0, 8)
}

const COUNTRIES = new Intl.DisplayNames('fr', { type: 'region' })
const countryName = (code: string) =>
  /^[A-Z]{2}$/.test(code) ? (COUNTRIES.of(code) ?? code) : code

/** The foot: terms above a rule, the organiser's legal details below. */
export function drawFoot(
  page: PdfPage,
  { terms, seller, note }: { terms: readonly Bilingual[]; seller: Party; note?: string },
) {
  const { ornament, line, wrap, within } = page
  const french = wrap(terms.map(({ fr }) => fr).join(' '), WIDTH, 8)
  const english = wrap(terms.map(({ en }) => en).join(' '), WIDTH, 7)
  let y = FOOT - 24 - french.length * 11 - english.length * 9.5
  within('P', () => {
    for (const part of french) {
      line(part, LEFT, y, { size: 8, color: INK })
      y += 11
    }
  })
  within(
    'P',
    () => {
      for (const part of english) {
        line(part, LEFT, y + 1, { size: 7, color: SOFT })
        y += 9.5
      }
    },
    { lang: 'en' },
  )
  ornament((pen) =>
    pen
      .moveTo(LEFT, FOOT - 14)
      .lineTo(RIGHT, FOOT - 14)
      .lineWidth(0.5)
      .strokeColor(HAIR)
      .stroke(),
  )
  const { name, address, postal_code, city, details } = seller
  const legal = [name, `${address}, ${postal_code} ${city}`, ...details].join(' · ')
  const width = note ? WIDTH - 86 : WIDTH
  within('P', () =>
    wrap(legal, width, 7).forEach((part, index) =>
      line(part, LEFT, FOOT + index * 9, { size: 7, color: SOFT, width }),
    ),
  )
  if (note) line(note, RIGHT - 80, FOOT, { size: 7, color: SOFT, align: 'right', width: 80 })
}

/** A rule across a part of the page. */
export function rule({ ornament }: PdfPage, from: number, y: number, color = HAIR, weight = 0.5) {
  ornament((pen) =>
    pen.moveTo(from, y).lineTo(RIGHT, y).lineWidth(weight).strokeColor(color).stroke(),
  )
}

/** Formats money in French; a negative amount has a real minus sign. */
export function moneyIn(currency: string): (minor: number) => string {
  const format = new Intl.NumberFormat('fr-FR', { style: 'currency', currency })
  return (amount_minor) => format.format(majorUnits({ amount_minor, currency })).replace('-', '−')
}

export const percent = (rate: number): string => `${String(rate).replace('.', ',')} %`

/** A day such as 2027-01-31 in French, written out. */
export const longDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
