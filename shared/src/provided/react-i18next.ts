// What the site uses of react-i18next, without its component for sentences with links in them, which comes
// with 'react-i18next/TransWithoutContext'. The host provides this module under the package's name.
export { initReactI18next, useTranslation } from 'react-i18next'
