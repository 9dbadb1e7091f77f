import type { WinnerCard, WinnerInfo } from '@awards/shared/contract'
import type { Language } from '@awards/shared/domain'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import type { PageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { breadcrumbs, imageObject, organiser, pageAddress } from '../structured-data/schema-org.ts'
import { summaryOf } from '../ui/rich-text.tsx'

const awardOf = ({ award, edition }: WinnerCard) => `${award.name}, ${edition.name}`

/** An awarded work as a schema.org CreativeWork. */
const winnerWork = (language: Language, winner: WinnerInfo) => ({
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

/** The cover stands as wide as the window, up to the width of the page. */
export const COVER_SIZES = 'min(100vw, 98rem)'

/** Title, description, preview image and structured data of a winner's page. */
export function useWinnerPageHead(winner: WinnerInfo): PageHead {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const { cover, award, category, designers } = winner
  return {
    title: t('winner.documentTitle', { title: winner.title, award: award.name }),
    description: summaryOf(winner.summary || `${designers}. ${winner.description}`),
    image: cover ?? undefined,
    hero: cover ? { picture: cover, sizes: COVER_SIZES } : undefined,
    type: 'article',
    facts: [
      winnerWork(language, winner),
      breadcrumbs(
        language,
        t('nav.home'),
        { name: t('nav.winners'), path: paths.winners() },
        { name: category.name, path: paths.winners({ category: category.code }) },
        { name: winner.title, path: paths.winner(winner.apply_order_id) },
      ),
    ],
  }
}
