import { useLanguage } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { breadcrumbs } from './breadcrumbs.ts'

/** Where a page stands below the first page, in the language on screen. */
export function useBreadcrumbs(...steps: readonly { name: string; path: string }[]): object {
  const { t } = useTranslation('public')
  return breadcrumbs(useLanguage(), t('nav.home'), ...steps)
}
