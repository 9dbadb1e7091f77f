import { FORMAT_LOCALES, useLanguage } from '@awards/shared/i18n'
import { useMemo } from 'react'

/** Names countries in the language on screen. */
export function useCountryName() {
  const tag = FORMAT_LOCALES[useLanguage()]
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'region' })
    return (iso2: string | undefined) => (iso2 ? names.of(iso2) : undefined)
  }, [tag])
}
