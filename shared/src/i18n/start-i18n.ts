import { LANGUAGE_TAGS, LANGUAGES, type Language } from '@awards/shared/domain'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { detectLanguage, storedLanguage, storeLanguage } from './languages.ts'
import { catalogs, registerNamespace } from './namespaces.ts'
import { MESSAGES_NAMESPACE } from './translate-message.ts'

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
