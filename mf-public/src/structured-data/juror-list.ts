import type { JurorPublic } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress } from './schema-org.ts'

/** The jury in the terms of schema.org. */
export const jurorList = (language: Language, name: string, jurors: readonly JurorPublic[]) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  name,
  numberOfItems: jurors.length,
  itemListElement: jurors.map((juror, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: juror.name,
    url: pageAddress(paths.juror(juror.slug), language),
  })),
})
