import { inLanguage, type Language, type Translated } from '@awards/shared/domain'

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
