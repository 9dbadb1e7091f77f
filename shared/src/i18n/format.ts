import {
  type Language,
  inLanguage,
  moneyText,
  type Translated,
  FORMAT_LOCALES,
} from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { SHARED_NAMESPACE } from './languages.ts'
import { siteConfiguration } from '@awards/shared/client'
import type { Money } from '@awards/shared/contract'
import { useMemo } from 'react'

/** The language on screen. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation(SHARED_NAMESPACE)
  return i18n.language as Language
}

type Moment = string | number | Date

/** The formatters in the language on screen; dates are those of the programme's zone. */
export function useFormat() {
  const language = useLanguage()
  return useMemo(() => {
    const zone = siteConfiguration().time_zone
    const here = visitorZone()
    return {
      date: (moment: Moment, style?: DateStyle) => formatDate(moment, language, zone, style),
      /** The same moment on the visitor's clock; undefined where both clocks agree. */
      localDate: (moment: Moment, style: DateStyle = 'datetime') => {
        const local = formatDate(moment, language, here, style)
        return local === formatDate(moment, language, zone, style) ? undefined : local
      },
      money: (money: Money) => formatMoney(money, language),
      number: (value: number, options?: Intl.NumberFormatOptions) =>
        formatNumber(value, language, options),
      countryName: (code: string) => countryName(code, language),
      /** A text of the programme in the language on screen, else in English. */
      text: (texts: Translated) => inLanguage(texts, language),
    }
  }, [language])
}

export type DateStyle = 'date' | 'time' | 'datetime' | 'short' | 'month'

const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  time: { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  datetime: {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  },
}

/** A day without an hour, as 2027-03-01. */
const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/
const isPlainDay = (moment: Moment) => typeof moment === 'string' && PLAIN_DAY.test(moment)

/** A moment as people write it, in `zone`; a plain day is the same in every zone. */
export const formatDate = (
  moment: Moment,
  language: Language,
  zone: string,
  style: DateStyle = 'date',
): string => {
  const format = new Intl.DateTimeFormat(FORMAT_LOCALES[language], {
    ...DATE_STYLES[style],
    // A date reads a plain day as its midnight in UTC.
    timeZone: isPlainDay(moment) ? 'UTC' : zone,
  })
  return language === 'zh' ? zoneLast(format, moment) : format.format(new Date(moment))
}

/** Chinese puts the zone between day and hour; people write it behind, in brackets. */
function zoneLast(format: Intl.DateTimeFormat, moment: Moment): string {
  const parts = format.formatToParts(new Date(moment))
  const zone = parts.find(({ type }) => type === 'timeZoneName')?.value
  const rest = parts.map(({ type, value }) => (type === 'timeZoneName' ? '' : value)).join('')
  const words = rest.replace(/\s+/g, ' ').trim()
  return zone ? `${words}（${zone}）` : words
}

/** An amount in minor units with its currency, as `moneyText` writes it. */
export const formatMoney = (money: Money, language: Language): string => moneyText(money, language)

export const formatNumber = (
  value: number,
  language: Language,
  options?: Intl.NumberFormatOptions,
): string => numberFormat(language, options).format(value)

// To make one takes as long as to write a hundred numbers with it; there are only a few.
const numberFormats = new Map<string, Intl.NumberFormat>()

function numberFormat(language: Language, options?: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([language, options])
  const known = numberFormats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(FORMAT_LOCALES[language], options)
  numberFormats.set(key, made)
  return made
}

const countryNames = new Map<Language, Intl.DisplayNames>()

/** Name of a country by its ISO 3166-1 alpha-2 code, as `FR`; a text of another form stays as it is. */
export function countryName(code: string, language: Language): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  const known = countryNames.get(language)
  const names = known ?? new Intl.DisplayNames(FORMAT_LOCALES[language], { type: 'region' })
  countryNames.set(language, names)
  return names.of(code) ?? code
}

/** The visitor's own time zone. */
export const visitorZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
