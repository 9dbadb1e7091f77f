import { registerNamespace, startI18nOnServer } from '@awards/shared/i18n'
import type { Language } from '@awards/shared/domain'
import i18next from 'i18next'
import { registerFederationTexts } from '../releases/failures/texts.ts'

/** Loads the texts of the frame in every language. */
export async function startTexts() {
  await startI18nOnServer()
  await Promise.all([
    registerFederationTexts(),
    registerNamespace('shell', (language) => import(`../locales/${language}.json`)),
  ])
}

/** Waits for the texts of the remotes that have been evaluated. */
export const textsOfRemotes = () => i18next.loadNamespaces(i18next.options.ns ?? [])

/**
 * The language of what is rendered in this very moment. Rendering is never interrupted, so pages in
 * several languages may be on their way.
 */
export function speak(language: Language) {
  // All texts are there, so nothing is waited for.
  void i18next.changeLanguage(language)
  if (i18next.language !== language) throw new Error(`The texts of ${language} are not there yet.`)
}
