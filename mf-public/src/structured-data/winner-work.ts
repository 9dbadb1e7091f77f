import type { WinnerCard, WinnerInfo } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { pageAddress, imageObject, organiser } from './schema-org.ts'

const awardOf = ({ award, edition }: WinnerCard) => `${award.name}, ${edition.name}`

/** An awarded work in the terms of schema.org. */
export const winnerWork = (language: Language, winner: WinnerInfo) => ({
  '@context': 'https://schema.org',
  '@type': 'CreativeWork',
  '@id': pageAddress(paths.winner(winner.apply_order_id), language),
  url: pageAddress(paths.winner(winner.apply_order_id), language),
  name: winner.title,
  ...(winner.title_local && { alternateName: winner.title_local }),
  abstract: winner.summary,
  description: winner.description,
  genre: winner.category.name,
  identifier: winner.entry_no,
  award: awardOf(winner),
  creator:
    winner.credits.length > 0
      ? winner.credits.map(({ name, role }) => ({
          '@type': 'Person',
          name,
          ...(role && { jobTitle: role }),
        }))
      : { '@type': 'Person', name: winner.designers },
  ...(winner.company && { sourceOrganization: { '@type': 'Organization', name: winner.company } }),
  ...(winner.client && { funder: { '@type': 'Organization', name: winner.client } }),
  ...(winner.country && { countryOfOrigin: { '@type': 'Country', name: winner.country } }),
  ...(winner.materials && { material: winner.materials }),
  ...(winner.completion_date && { dateCreated: winner.completion_date }),
  ...(winner.published_at && { datePublished: winner.published_at }),
  ...(winner.website_url && { sameAs: winner.website_url }),
  ...(winner.jury_statement && {
    review: {
      '@type': 'Review',
      reviewBody: winner.jury_statement,
      author: organiser(language),
    },
  }),
  image: winner.images.map((image) => imageObject(image, image.credit)),
})
