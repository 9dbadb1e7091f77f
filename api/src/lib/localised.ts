import {
  FORMAT_LOCALES,
  moneyText,
  inLanguage,
  type Language,
  type Translated,
} from '@awards/shared/domain'
import { MINUTE_MS } from './time.ts'

const formatWith = (moment: Date, language: Language, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(FORMAT_LOCALES[language], options).format(moment)

/** A localised long date in a time zone: 31 January 2027. */
export const formatDay = (moment: Date, language: Language, timeZone: string): string =>
  formatWith(moment, language, { dateStyle: 'long', timeZone })

/**
 * A deadline for display: midnight becomes 23:59 of the day before, since "until 4 December 00:00" is read as the fourth.
 * Other times stay unchanged.
 */
export function displayedDeadline(end: Date, timeZone: string): Date {
  const time = end.toLocaleTimeString('sv-SE', { timeZone })
  return time === '00:00:00' ? new Date(end.getTime() - MINUTE_MS) : end
}

/** A localised date with time and zone; readers in other zones need the zone of a deadline. */
export function formatDateTime(moment: Date, language: Language, timeZone: string): string {
  const day = formatDay(moment, language, timeZone)
  const time = formatWith(moment, language, { hour: '2-digit', minute: '2-digit', timeZone })
  const zone = zoneText(moment, language, timeZone)
  if (language === 'zh') return `${day} ${time}（${zone}）`
  return `${day}${language === 'fr' ? ' à ' : ' at '}${time} ${zone}`
}

const zoneText = (moment: Date, language: Language, timeZone: string) =>
  new Intl.DateTimeFormat(FORMAT_LOCALES[language], { timeZone, timeZoneName: 'short' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone

/** Formats minor units as the pages do: cents only where there are some, and a real minus. */
export const formatMoney = (amount_minor: number, currency: string, language: Language): string =>
  moneyText({ amount_minor, currency }, language)

/** A translated text of a programme file; English is required. */
export type Texts = { en: string; fr?: string | undefined; zh?: string | undefined }

const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu
/** Spaces that must not break: before high punctuation and percent signs, and inside guillemets. */
const FRENCH_SPACE = /(?<=\S) (?=[;:!?»%](?![^\s*_)\]».,]))|(?<=«) /gu

/**
 * Applies typographic rules: curved apostrophes in English and French, non-breaking spaces in French (Lexique des règles
 * typographiques, Imprimerie nationale). Idempotent.
 */
export const typeset = <T extends Texts>(texts: T): T => ({
  ...texts,
  en: curveApostrophes(texts.en),
  ...(texts.fr !== undefined && { fr: frenchSpaces(curveApostrophes(texts.fr)) }),
})

/** Replaces French spaces before punctuation by non-breaking ones. */
export const frenchSpaces = (text: string) => text.replace(FRENCH_SPACE, '\u00A0')

const curveApostrophes = (text: string) => text.replace(APOSTROPHE, '’')

/** Masks an address: "a***@example.org" is enough for its owner and reveals it to nobody else. */
export function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***@${domain}`
}

/** A translated column ({en, fr, zh}) in one language, with English as the fallback. */
export const translated = (value: unknown, language: Language): string =>
  inLanguage(value as Translated, language)

/** Like `translated`, for a nullable column. */
export const translatedOrNull = (value: unknown, language: Language): string | null =>
  value ? translated(value, language) : null

/** Response object of a row with identifier, stable code and translated name. */
export const named = (id: string, code: string, name: unknown, language: Language) => ({
  id,
  code,
  name: translated(name, language),
})

/** The columns of a joined row that `named` takes, for instance `category_id`, `category_code` and `category_name`. */
export type NamedColumns<Row extends string> = Record<`${Row}_id` | `${Row}_code`, string> &
  Record<`${Row}_name`, unknown>
