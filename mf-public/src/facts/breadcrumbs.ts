import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress } from './address.ts'

type Step = { name: string; path: string }

/** Where a page stands in the site, in the terms of schema.org: its ancestors first, itself last. */
export const breadcrumbs = (language: Language, home: string, ...steps: readonly Step[]) => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: home, path: paths.home }, ...steps].map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: pageAddress(path, language),
  })),
})
