import type { Language } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { SHARED_NAMESPACE } from './start-i18n.ts'

/** The language on screen. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation(SHARED_NAMESPACE)
  return i18n.language as Language
}
