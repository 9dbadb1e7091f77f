import { inLanguage, type Language, type Translated } from '@awards/shared/domain'

/** A translated column in one language, with English behind it. */
export const textIn = (value: unknown, language: Language): string =>
  inLanguage(value as Translated, language)

/** The same where the column may be empty. */
export const textOrNull = (value: unknown, language: Language): string | null =>
  value ? textIn(value, language) : null
