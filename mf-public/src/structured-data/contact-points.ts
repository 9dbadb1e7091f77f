import type { Output, publication } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { LANGUAGES } from '@awards/shared/rules'
import { paths } from '@awards/shared/paths'
import { pageAddress, organiser } from './schema-org.ts'

type Contact = Output<typeof publication.contact>

/** How the organiser can be reached, in the terms of schema.org. */
export const contactPoints = (
  { email, press_email, phone, address, social }: Contact,
  language: Language,
): object => ({
  '@context': 'https://schema.org',
  '@type': 'ContactPage',
  url: pageAddress(paths.contact, language),
  mainEntity: {
    ...organiser(language),
    email,
    ...(phone && { telephone: phone }),
    address: address.join(', '),
    sameAs: social.map(({ url }) => url),
    contactPoint: [
      { '@type': 'ContactPoint', contactType: 'customer support', email },
      { '@type': 'ContactPoint', contactType: 'press', email: press_email },
    ].map((point) => ({ ...point, availableLanguage: LANGUAGES })),
  },
})
