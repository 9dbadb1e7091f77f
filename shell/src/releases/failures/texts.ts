import type { Language } from '@awards/shared/domain'
import { registerNamespace } from '@awards/shared/i18n'
import en from './locales/en.json'
import fr from './locales/fr.json'
import zh from './locales/zh.json'

const catalogs: Record<Language, typeof en> = { en, fr, zh }

/** The texts of the error panel are part of the first script: they are needed when loading fails. */
export const registerFederationTexts = () =>
  registerNamespace('federation', async (language) => ({ default: catalogs[language] }))
