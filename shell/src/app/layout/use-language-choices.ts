import { isPublicPage, LANGUAGES, type Language } from '@awards/shared/domain'
import { LANGUAGE_NAMES, LANGUAGE_TAGS, useLanguage } from '@awards/shared/i18n'
import { useLocation } from 'react-router-dom'
import { addressOf } from '../addresses.ts'

/** A language to choose; public pages have an address in each. */
export type LanguageChoice = {
  readonly language: Language
  readonly name: string
  readonly tag: string
  readonly isCurrent: boolean
  readonly href: string | undefined
}

/** The languages of the site, and where this page stands in each. */
export function useLanguageChoices(): LanguageChoice[] {
  const current = useLanguage()
  const { pathname, search } = useLocation()
  return LANGUAGES.map((language) => ({
    language,
    name: LANGUAGE_NAMES[language],
    tag: LANGUAGE_TAGS[language],
    isCurrent: language === current,
    href: isPublicPage(pathname) ? addressOf(language, pathname + search) : undefined,
  }))
}
