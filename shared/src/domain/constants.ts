/** The constants of the specification, §9. One name for each; nothing restates the value. */
export const REQUEST_TIMEOUT_MS = 20_000
export const BATCH_DOWNLOAD_TIMEOUT_MS = 600_000
export const SCRIPT_TIMEOUT_MS = 120_000
export const LOGIN_PATH = '/login'
export const FORBIDDEN_PATH = '/403'
export const BASE_PATH = '/'
export const TOKEN_KEY = 'token'
export const PRIMARY_COLOUR = '#E72E2D'
export const FONT_STACK_START = 'Roboto'
export const PAGE_SIZE = 10
export const FOCUS_REFRESH_MS = 5_000
export const CACHE_MS = 5 * 60_000
export const MESSAGE_SECONDS = 3
export const NOTIFICATION_SECONDS = 4.5

/** Languages of the site; the first is the fallback. */
export const LANGUAGES = ['en', 'fr', 'zh'] as const
export type Language = (typeof LANGUAGES)[number]
/** Tags for `lang` and `hreflang`: pages are written for all who read the language. */
export const LANGUAGE_TAGS: Record<Language, string> = { en: 'en', fr: 'fr', zh: 'zh-CN' }
/** Locales in which numbers, dates and names of countries are written. */
export const FORMAT_LOCALES: Record<Language, string> = { en: 'en-GB', fr: 'fr-FR', zh: 'zh-CN' }
/** A text of the programme in the languages it has; English is always there. */
export type Translated = { en: string; fr?: string; zh?: string }

/** The text in `language`, else in English. */
export const inLanguage = (texts: Translated, language: Language): string =>
  texts[language] ?? texts.en

/** What visitors choose for themselves, language or look, is kept in a cookie for a year. */
export const CHOICE_SECONDS = 31_536_000

/**
 * Gradual rollout: while a release is given to a part of the visitors, `cookie` keeps each of them at one version. Who
 * refuses it on the cookie page (the choice is a cookie of its own) or by Global Privacy Control gets the proven one.
 */
export const ROLLOUT = {
  cookie: 'mfe_uid',
  days: 30,
  choice: { name: 'rollout', refused: 'off', accepted: 'on' },
} as const
