import { PRIMARY_COLOUR } from './constants.ts'

/** A colour of the light look and one of the dark look, as `#rrggbb`. */
export type ColourPair = readonly [light: string, dark: string]

/** Every shade of the programme's colour that the site uses; `tokens.css` says what each is for. */
export type Brand = {
  readonly brand: ColourPair
  readonly red: ColourPair
  readonly redStrong: ColourPair
  readonly redSoft: ColourPair
  readonly onRed: ColourPair
  readonly action: string
  readonly actionStrong: string
  readonly actionPressed: string
}

/** The shades of the award's own red, chosen by eye. */
const OWN: Brand = {
  brand: ['#e72e2d', '#f0403e'],
  red: ['#d92322', '#ff8a84'],
  redStrong: ['#b01817', '#ffaaa5'],
  redSoft: ['#fdf1f0', '#331a1b'],
  onRed: ['#ffffff', '#1a0d0d'],
  action: '#d92322',
  actionStrong: '#b01817',
  actionPressed: '#8f1110',
}

const WHITE = '#ffffff'
const BLACK = '#000000'
/** The grounds of both looks: the page, and what is raised above it. */
export const PAGE_GROUND: ColourPair = [WHITE, '#141011']
export const RAISED_GROUND: ColourPair = [WHITE, '#211b1c']
const [, DARK_PAGE] = PAGE_GROUND
const [, DARK_RAISED] = RAISED_GROUND
const STEPS = 64

const HEX = /^#[0-9a-f]{6}$/i
const channelsOf = (colour: string) =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes two colours in sRGB; `part` of 1 gives the second. */
function mix(colour: string, other: string, part: number): string {
  const others = channelsOf(other)
  const mixed = channelsOf(colour).map((value, at) =>
    Math.round(value + ((others[at] ?? 0) - value) * part),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Relative luminance, 0 to 1 (WCAG 2.2, "relative luminance"). */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(colour).map((value) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours given as `#rrggbb`, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Mixes a colour with black or white until it has a contrast to its ground. */
function shade(colour: string, towards: string, ground: string, contrast: number): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, towards, step / STEPS)
    if (contrastOf(mixed, ground) >= contrast) return mixed
  }
  return towards
}

/**
 * The shades of a programme's colour in both looks: text and controls have a contrast of at least 5 to their ground
 * (WCAG 2.2 AA asks for 4.5), large shapes 3. What is no `#rrggbb` gets the award's own.
 */
export function brandOf(primary: string): Brand {
  const colour = primary.toLowerCase()
  if (!HEX.test(colour) || colour === PRIMARY_COLOUR.toLowerCase()) return OWN
  const onWhite = (contrast: number) => shade(colour, BLACK, WHITE, contrast)
  const onDark = (contrast: number) => shade(colour, WHITE, DARK_RAISED, contrast)
  return {
    brand: [onWhite(3), shade(colour, WHITE, DARK_PAGE, 4.5)],
    red: [onWhite(5), onDark(7)],
    redStrong: [onWhite(7), onDark(9)],
    redSoft: [mix(colour, WHITE, 0.93), mix(colour, DARK_PAGE, 0.84)],
    onRed: [WHITE, mix(colour, BLACK, 0.9)],
    action: onWhite(5),
    actionStrong: onWhite(7),
    actionPressed: onWhite(9.4),
  }
}

const pair = ([light, dark]: ColourPair) => `light-dark(${light},${dark})`

/** The custom properties of `tokens.css` that a programme's colour replaces; undefined for the award's own. */
export function brandProperties(primary: string): string | undefined {
  const brand = brandOf(primary)
  if (brand === OWN) return undefined
  return Object.entries({
    brand: pair(brand.brand),
    red: pair(brand.red),
    'red-strong': pair(brand.redStrong),
    'red-soft': pair(brand.redSoft),
    'on-red': pair(brand.onRed),
    action: brand.action,
    'action-strong': brand.actionStrong,
    'action-pressed': brand.actionPressed,
    'grand-prix': pair(brand.brand),
  })
    .map(([name, value]) => `--colour-${name}:${value}`)
    .join(';')
}
