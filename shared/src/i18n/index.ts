export {
  formatDate,
  formatMoney,
  formatNumber,
  majorUnits,
  visitorZone,
  type DateStyle,
  useFormat,
  useLanguage,
} from './format.ts'
export {
  detectLanguage,
  LANGUAGE_NAMES,
  storedLanguage,
  antdLocale,
  loadLibraryLocale,
} from './languages.ts'
export { FORMAT_LOCALES, LANGUAGE_TAGS } from '@awards/shared/domain'
export {
  registerNamespace,
  changeLanguage,
  followUserLanguage,
  SHARED_NAMESPACE,
  startI18n,
  startI18nOnServer,
  translateMessage,
} from './start-i18n.ts'
