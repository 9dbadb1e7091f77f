import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { absoluteAddress } from './absolute.ts'

type Step = { name: string; path: string }

/** Where a page stands below the first page, in the terms of schema.org. */
export function useBreadcrumbs(...steps: readonly Step[]): object {
  const { t } = useTranslation('public')
  const language = useLanguage()
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: t('nav.home'), path: paths.home }, ...steps].map(
      ({ name, path }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: absoluteAddress(path, language),
      }),
    ),
  }
}
