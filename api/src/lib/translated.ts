import { inLanguage, type Language, type Translated } from '@awards/shared/domain'

/** A translated column ({en, fr, zh}) in one language, with English behind it. */
export const translated = (value: unknown, language: Language): string =>
  inLanguage(value as Translated, language)

/** The same where the column may be empty. */
export const translatedOrNull = (value: unknown, language: Language): string | null =>
  value ? translated(value, language) : null

/** A row that has an identifier, a stable code and a translated name, as answers carry it. */
export const named = (id: string, code: string, name: unknown, language: Language) => ({
  id,
  code,
  name: translated(name, language),
})
