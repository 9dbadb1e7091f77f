import { FORMAT_LOCALES, useLanguage } from '@awards/shared/i18n'
import { useMemo } from 'react'

/** Gives the name of a country in the language on screen; the code itself where it has none. */
export function useCountryName() {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(FORMAT_LOCALES[language], {
      type: 'region',
      fallback: 'code',
    })
    return (code: string) => (/^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code)
  }, [language])
}
