import { LANGUAGES, type Language } from '@awards/shared/domain'
import { keepChoice, readChoice } from '@awards/shared/browser/choice'

/** Each language in its own words, for the switch. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  zh: '中文',
}

const KEY = 'language'
const isLanguage = (value: unknown): value is Language => LANGUAGES.some((each) => each === value)

/** The language the visitor chose on this device. */
export function storedLanguage(): Language | undefined {
  const value = readChoice(KEY)
  return isLanguage(value) ? value : undefined
}

export const storeLanguage = (language: Language) => keepChoice(KEY, language)

/** Stored choice, else the language of the user's account, else the browser's, else English. */
export function detectLanguage(ofUser?: string, ofBrowser = navigator.languages): Language {
  const chosen = storedLanguage() ?? ofUser
  if (isLanguage(chosen)) return chosen
  return ofBrowser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}
