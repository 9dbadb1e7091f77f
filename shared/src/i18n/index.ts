export { formatDate, formatMoney, formatNumber, visitorZone, type DateStyle } from './format.ts'
export { detectLanguage, LANGUAGE_NAMES, storedLanguage } from './languages.ts'
export { FORMAT_LOCALES, LANGUAGE_TAGS } from '@awards/shared/domain'
export { antdLocale, loadLibraryLocale } from './library-locale.ts'
export { registerNamespace } from './namespaces.ts'
export {
  changeLanguage,
  followUserLanguage,
  SHARED_NAMESPACE,
  startI18n,
  startI18nOnServer,
} from './start-i18n.ts'
export { translateMessage } from './translate-message.ts'
export { useFormat } from './use-format.ts'
export { useLanguage } from './use-language.ts'
