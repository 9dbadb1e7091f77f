export {
  formatDate,
  formatMoney,
  formatNumber,
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
export { FORMAT_LOCALES, LANGUAGE_TAGS, majorUnits } from '@awards/shared/domain'
export {
  registerNamespace,
  changeLanguage,
  followUserLanguage,
  SHARED_NAMESPACE,
  startI18n,
  startI18nOnServer,
  translateMessage,
} from './start-i18n.ts'
