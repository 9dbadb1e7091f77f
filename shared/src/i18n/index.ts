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
  registerNamespace,
  changeLanguage,
  followUserLanguage,
  SHARED_NAMESPACE,
  startI18n,
  startI18nOnServer,
  translateMessage,
} from './languages.ts'
export { FORMAT_LOCALES, LANGUAGE_TAGS, majorUnits } from '@awards/shared/domain'
