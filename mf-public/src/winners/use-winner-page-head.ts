import type { WinnerInfo } from '@awards/shared/contract'
import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import type { PageHead } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { breadcrumbs } from '../facts/breadcrumbs.ts'
import { winnerWork } from '../facts/winner-work.ts'
import { summaryOf } from '../ui/summary-of.ts'

/** The cover stands as wide as the window, up to the width of the page. */
export const COVER_SIZES = '(min-width: 98rem) 98rem, 100vw'

/** What search engines, and those a work is shared with, are told of it. */
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
