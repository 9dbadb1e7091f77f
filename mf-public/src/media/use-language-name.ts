import { FORMAT_LOCALES, useLanguage } from '@awards/shared/i18n'
import { useMemo } from 'react'

/** Gives the name of a language, such as "fr", in the language on screen. */
export function useLanguageName() {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DisplayNames(FORMAT_LOCALES[language], {
      type: 'language',
      fallback: 'code',
    })
    return (code: string) => (/^[a-z]{2,3}(-[A-Za-z]+)?$/.test(code) ? names.of(code) : code)
  }, [language])
}
