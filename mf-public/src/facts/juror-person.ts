import type { JurorPublic } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress } from './address.ts'
import { imageObject } from './image-object.ts'
import { organiser } from './organiser.ts'

/** A juror in the terms of schema.org. */
export const jurorPerson = (language: Language, juror: JurorPublic) => ({
  '@context': 'https://schema.org',
  '@type': 'Person',
  name: juror.name,
  jobTitle: juror.title,
  description: juror.bio,
  url: pageAddress(paths.juror(juror.slug), language),
  ...(juror.company && { worksFor: { '@type': 'Organization', name: juror.company } }),
  ...(juror.expertise.length > 0 && { knowsAbout: juror.expertise }),
  ...(juror.photo && { image: imageObject(juror.photo) }),
  memberOf: organiser(language),
})

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
