import { z } from 'zod'

export const VIDEO_HOSTS = ['youtube.com', 'youtu.be', 'vimeo.com', 'bilibili.com', 'youku.com']

/** Whether a text can be stored: PostgreSQL has no place for the character NUL. */
export const noNul = (value: string) => !value.includes('\u0000')
/** A text of at most so many characters; `missing` is what is said of none. */
export const short = (maximum: number, missing?: string) =>
  z
    .string(missing)
    .trim()
    .max(maximum, `Write at most ${maximum} characters`)
    .refine(noNul, 'This text has a character that cannot be stored')
/** A text that has to be written. */
export const needed = (minimum: number, maximum: number, empty: string) =>
  short(maximum, empty).min(minimum, minimum === 1 ? empty : `Write at least ${minimum} characters`)

/** A country by its ISO 3166 code of two letters. */
export const countryCode = z.string().regex(/^[A-Z]{2}$/, 'Choose a country')

const addressOf = (value: string) => (URL.canParse(value) ? new URL(value) : undefined)
/** Whether a text is an address of the web. */
export const isWebAddress = (value: string) =>
  ['https:', 'http:'].includes(addressOf(value)?.protocol ?? '')
/** Whether a text is the address of a film on one of the hosts that the form takes. */
export const isVideoAddress = (value: string) => {
  const url = addressOf(value)
  if (url?.protocol !== 'https:') return false
  return VIDEO_HOSTS.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
}

const BARE_HOST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+(:\d+)?([/?#]\S*)?$/u
/** An address as people write it, `studio.example`, with the https that a link needs; other texts stay. */
export const withScheme = (value: string): string =>
  BARE_HOST.test(value) ? `https://${value}` : value
