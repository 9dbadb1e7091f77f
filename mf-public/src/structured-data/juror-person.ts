import type { JurorPublic } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress, imageObject, organiser } from './schema-org.ts'

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
