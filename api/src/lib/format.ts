import { FORMAT_LOCALES, type Language } from '@awards/shared/domain'

const at = (moment: Date, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(FORMAT_LOCALES[language], options).format(moment)

/** A day as people of the programme's zone write it, for instance 31 January 2027. */
export const formatDay = (moment: Date, language: Language, timeZone: string): string =>
  at(moment, language, { dateStyle: 'long', timeZone })

const MINUTE_MS = 60_000

/**
 * The last moment before an end, as people say it: what ends where the next day begins is due at 23:59 of the day
 * before, since "until 4 December 00:00" is read as the fourth. Other ends are said as they are.
 */
export function lastMomentOf(end: Date, timeZone: string): Date {
  const time = end.toLocaleTimeString('sv-SE', { timeZone })
  return time === '00:00:00' ? new Date(end.getTime() - MINUTE_MS) : end
}

/** The day with its time and zone; a deadline without a zone is a guess. */
export function formatDateTime(moment: Date, language: Language, timeZone: string): string {
  const day = formatDay(moment, language, timeZone)
  const time = at(moment, language, { hour: '2-digit', minute: '2-digit', timeZone })
  const zone = zoneText(moment, language, timeZone)
  if (language === 'zh') return `${day} ${time}（${zone}）`
  return `${day}${language === 'fr' ? ' à ' : ' at '}${time} ${zone}`
}

const zoneText = (moment: Date, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(FORMAT_LOCALES[language], { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** Money from its smallest unit, as people write it in a language. */
export function formatMoney(amountMinor: number, currency: string, language: Language): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return format.format(amountMinor / 10 ** digits)
}

/** A text in the languages that it has, as a file states it. */
export type Texts = { en: string; fr?: string | undefined; zh?: string | undefined }

const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu
/** A space that must not end a line: before high punctuation and inside guillemets. */
const FRENCH_SPACE = /(?<=\S) (?=[;:!?»](?![^\s*_)\]».,]))|(?<=«) /gu

/**
 * Texts as they are set in type, since a keyboard has neither a curved apostrophe nor a space that
 * does not break (Lexique des règles typographiques, Imprimerie nationale).
 */
export const typeset = <T extends Texts>(texts: T): T => ({
  ...texts,
  en: apostrophes(texts.en),
  ...(texts.fr !== undefined && { fr: frenchSpaces(apostrophes(texts.fr)) }),
})

/** A French text whose signs stay on the line of the word that they belong to. */
export const frenchSpaces = (text: string) => text.replace(FRENCH_SPACE, '\u00A0')

const apostrophes = (text: string) => text.replace(APOSTROPHE, '’')
