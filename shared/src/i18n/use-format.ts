import { type Language, inLanguage, type Translated } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { SHARED_NAMESPACE } from './start-i18n.ts'
import { siteConfiguration } from '@awards/shared/client'
import type { Money } from '@awards/shared/contract'
import { useMemo } from 'react'
import {
  countryName,
  formatDate,
  formatMoney,
  formatNumber,
  visitorZone,
  type DateStyle,
} from './format.ts'

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
