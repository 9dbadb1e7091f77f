import { keepChoice, readChoice } from '@awards/shared/browser/choice'
import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@awards/shared/domain'
import type { ConfigProviderProps } from 'antd'
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'

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

const storeLanguage = (language: Language) => keepChoice(KEY, language)

/** Stored choice, else the language of the user's account, else the browser's, else English. */
export function detectLanguage(ofUser?: string, ofBrowser = navigator.languages): Language {
  const chosen = storedLanguage() ?? ofUser
  if (isLanguage(chosen)) return chosen
  return ofBrowser.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

type AntdLocale = NonNullable<ConfigProviderProps['locale']>

const LIBRARY_LOCALES: Record<Language, () => Promise<{ default: unknown }>> = {
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

const antdLocales = new Map<Language, AntdLocale>()

/**
 * Makes antd and dayjs speak a language; only that language is fetched, and pages without antd fetch
 * none.
 */
export async function loadLibraryLocale(language: Language): Promise<AntdLocale> {
  const [{ default: dayjs }, module] = await Promise.all([
    import(/* webpackChunkName: 'dayjs' */ 'dayjs'),
    LIBRARY_LOCALES[language](),
  ])
  const locale = unwrap(module) as AntdLocale
  antdLocales.set(language, locale)
  dayjs.locale(language === 'zh' ? 'zh-cn' : language)
  return locale
}

/** antd publishes its locales as CommonJS, which arrives wrapped once or twice. */
const unwrap = (module: unknown): unknown =>
  typeof module === 'object' && module !== null && 'default' in module
    ? unwrap(module.default)
    : module

/** antd's texts in a language that has been loaded. */
export const antdLocale = (language: Language): AntdLocale | undefined => antdLocales.get(language)

type CatalogLoader = (language: Language) => Promise<{ default: ResourceKey }>
const catalogLoaders = new Map<string, CatalogLoader>()
/** Namespaces that were asked for before they were registered. */
const missed = new Set<string>()

/** Finds a catalog through the loader that its package registered; one file per language and package. */
const catalogs: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    const load = catalogLoaders.get(namespace)
    if (!load) {
      missed.add(namespace)
      return done(new Error(`The namespace "${namespace}" is not registered`), false)
    }
    load(language as Language).then(
      (catalog) => done(null, catalog.default),
      // `true` asks for another try: a catalog that failed once would stay away for the whole visit.
      (error: Error) => done(error, true),
    )
  },
}

/**
 * Tells where a package's texts are:
 * `registerNamespace('jury', (language) => import(`./locales/${language}.json`))`, next to its routes.
 * Its components then use `useTranslation('jury')`.
 */
export function registerNamespace(namespace: string, load: CatalogLoader): Promise<void> {
  catalogLoaders.set(namespace, load)
  if (!i18next.isInitialized) return Promise.resolve()
  // Of two chunks the one that shows the texts may run before the one that registers them; i18next never asks again for
  // a namespace that failed, so that the keys would stay on screen for the whole visit.
  if (missed.delete(namespace)) return i18next.reloadResources(null, namespace)
  return i18next.loadNamespaces(namespace)
}

/** Namespace of the sentences that rules and the server write in English; the sentence is the key. */
const MESSAGES_NAMESPACE = 'messages'

/** A number, an amount with its currency, a day, or a variable of a mail. */
const VALUE = /\{\{[^{}]*\}\}|\d{4}-\d\d-\d\d|\d+(?:\.\d+)?(?: [A-Z]{3}\b)?/g

/** The key of a sentence that holds values: `Write at most {{1}} characters`. */
export function messagePattern(sentence: string): string {
  let position = 0
  return sentence.replace(VALUE, () => `{{${(position += 1)}}}`)
}

/**
 * A sentence of a form rule, the server or the client in the language on screen, else as it is. Its key in the catalog
 * is the sentence, or its pattern, whose placeholders take the values of the sentence.
 */
export function translateMessage(sentence: string): string {
  const values = sentence.match(VALUE) ?? []
  const text = i18next.t([sentence, messagePattern(sentence)], {
    ns: MESSAGES_NAMESPACE,
    keySeparator: false,
    nsSeparator: false,
    skipInterpolation: true,
    defaultValue: sentence,
  })
  return text.replace(/\{\{(\d)\}\}/g, (placeholder, at) => values[Number(at) - 1] ?? placeholder)
}

/** Namespace of the texts that the shared components show. */
export const SHARED_NAMESPACE = 'shared'

async function init(language: Language, preload: readonly Language[]) {
  registerNamespace(SHARED_NAMESPACE, (each) => import(`./locales/${each}.json`))
  registerNamespace(MESSAGES_NAMESPACE, (each) => import(`./locales/messages/${each}.json`))
  await i18next
    .use(catalogs)
    .use(initReactI18next)
    .init({
      lng: language,
      preload: [...preload],
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      load: 'currentOnly',
      ns: [SHARED_NAMESPACE, MESSAGES_NAMESPACE],
      defaultNS: SHARED_NAMESPACE,
      interpolation: { escapeValue: false },
      react: { bindI18n: 'languageChanged loaded', useSuspense: true },
    })
}

/** Starts i18next; the shell calls it once, before the first render. */
export async function startI18n(language: Language = detectLanguage()) {
  await init(language, [language])
  applyLanguage(language)
}

/** Starts i18next where pages of every language are rendered: all texts are there, and no document. */
export const startI18nOnServer = () => init('en', LANGUAGES)

/** Switches the whole site, and remembers it on this device. */
export async function changeLanguage(language: Language) {
  storeLanguage(language)
  await switchTo(language)
}

/** Takes the language of a user's account, unless the visitor chose one on this device. */
export async function followUserLanguage(ofUser: string) {
  if (storedLanguage()) return
  const language = detectLanguage(ofUser)
  if (language !== i18next.language) await switchTo(language)
}

async function switchTo(language: Language) {
  await i18next.changeLanguage(language)
  applyLanguage(language)
}

function applyLanguage(language: Language) {
  document.documentElement.lang = LANGUAGE_TAGS[language]
}
