import { LANGUAGES, type Language } from '@awards/shared/domain'
import { keepChoice, readChoice } from '@awards/shared/browser/choice'
import type { ConfigProviderProps } from 'antd'

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

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

const LOADERS: Record<Language, () => Promise<{ default: unknown }>> = {
  en: () => import(/* webpackChunkName: 'antd-en' */ 'antd/locale/en_US'),
  fr: async () => {
    await import(/* webpackChunkName: 'antd-fr' */ 'dayjs/locale/fr')
    return import(/* webpackChunkName: 'antd-fr' */ 'antd/locale/fr_FR')
  },
  zh: async () => {
    await import(/* webpackChunkName: 'antd-zh' */ 'dayjs/locale/zh-cn')
    return import(/* webpackChunkName: 'antd-zh' */ 'antd/locale/zh_CN')
  },
}

const loaded = new Map<Language, AntdLocale>()

/**
 * Makes antd and dayjs speak a language; only that language is fetched, and pages without antd fetch
 * none.
 */
export async function loadLibraryLocale(language: Language): Promise<AntdLocale> {
  const [{ default: dayjs }, module] = await Promise.all([
    import(/* webpackChunkName: 'dayjs' */ 'dayjs'),
    LOADERS[language](),
  ])
  const locale = unwrap(module) as AntdLocale
  loaded.set(language, locale)
  dayjs.locale(language === 'zh' ? 'zh-cn' : language)
  return locale
}

/** antd publishes its locales as CommonJS, which arrives wrapped once or twice. */
const unwrap = (module: unknown): unknown =>
  typeof module === 'object' && module !== null && 'default' in module
    ? unwrap(module.default)
    : module

/** antd's texts in a language that has been loaded. */
export const antdLocale = (language: Language): AntdLocale | undefined => loaded.get(language)
