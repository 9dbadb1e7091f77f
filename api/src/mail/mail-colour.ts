/** Contrast of small text that everybody can read (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5

/** The programme's colour, darkened until white letters can be read on it. */
export function readableOnWhite(colour: string): string {
  let channels = channelsOf(colour)
  while (1.05 / (luminance(channels) + 0.05) < ENOUGH) {
    channels = channels.map((value) => Math.max(0, Math.round(value * 0.96) - 1))
  }
  return `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(colour: string): number[] {
  const [, short, long] = /^#(?:([0-9a-f]{3})|([0-9a-f]{6}))$/i.exec(colour) ?? []
  const digits = long ?? [...(short ?? '000')].map((digit) => digit + digit).join('')
  return [0, 2, 4].map((at) => Number.parseInt(digits.slice(at, at + 2), 16))
}

function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
