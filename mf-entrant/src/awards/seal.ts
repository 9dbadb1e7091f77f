import { programmeName, siteConfiguration } from '@awards/shared/client'
import type { OwnerEntryInfo } from '@awards/shared/contract'
import { brandOf, type Language } from '@awards/shared/domain'

/** The looks of a seal: the programme's colour, and one colour for dark and for light grounds. */
export const SEAL_LOOKS = ['colour', 'black', 'white'] as const
export type SealLook = (typeof SEAL_LOOKS)[number]

type SealWords = { programme: string; award: string; edition: string }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const inkOf = (look: SealLook): string => {
  if (look === 'black') return '#000000'
  if (look === 'white') return '#ffffff'
  return brandOf(siteConfiguration().primary_colour).brand[0]
}

/** Widths in the ring, in units of its 640. */
const INSIDE = 400
const LARGEST = 92
/** A capital is at most this wide in ems; Han characters are one em. */
const widthOf = (text: string) => (/\p{Script=Han}/u.test(text) ? 1.05 : 0.66) * text.length
const sizeFor = (text: string, room: number, largest: number) =>
  Math.round(Math.min(largest, room / widthOf(text)))

/** The seal of an award as an SVG: a double ring with the programme around, the level and the season inside. */
export function sealSvg({ programme, award, edition }: SealWords, look: SealLook): string {
  const ink = inkOf(look)
  const around = sizeFor(programme, 640, 40)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640" role="img" aria-label="${escapeXml(`${programme}: ${award}, ${edition}`)}">
  <defs><path id="arc" d="M 76 320 a 244 244 0 0 1 488 0"/></defs>
  <g fill="none" stroke="${ink}"><circle cx="320" cy="320" r="304" stroke-width="12"/><circle cx="320" cy="320" r="222" stroke-width="4"/></g>
  <g fill="${ink}" font-family="Roboto, 'Helvetica Neue', Arial, 'Noto Sans SC', sans-serif" text-anchor="middle">
    <text font-size="${around}" font-weight="500" letter-spacing="2"><textPath href="#arc" startOffset="50%">${escapeXml(programme)}</textPath></text>
    <text x="320" y="338" font-size="${sizeFor(award, INSIDE, LARGEST)}" font-weight="700">${escapeXml(award)}</text>
    <text x="320" y="404" font-size="${sizeFor(edition, INSIDE, 36)}">${escapeXml(edition)}</text>
  </g>
</svg>
`
}

/** Gives the seal of an award as a file that is named after the work. */
export function downloadSeal(
  { award, edition, entry_no }: Pick<OwnerEntryInfo, 'award' | 'edition' | 'entry_no'>,
  look: SealLook,
  language: Language,
) {
  if (!award) return
  const words = { programme: programmeName(language), award: award.name, edition: edition.name }
  const url = URL.createObjectURL(new Blob([sealSvg(words, look)], { type: 'image/svg+xml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${entry_no}-${award.code}-${look}.svg`
  link.click()
  URL.revokeObjectURL(url)
}
