import { paths } from '@awards/shared/paths'
import { SectionHeading, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { usePublicFeaturedWinnersQuery } from '../public.api.ts'
import { Answered } from '../ui/answered.tsx'
import { Band } from '../ui/band.tsx'
import { WinnerTile } from '../ui/winner-tile.tsx'
import styles from './featured-winners.module.css'

const FEATURED = 6

/** Awarded works of the last edition, one of them large. */
export function FeaturedWinners() {
  const { t } = useTranslation('public')
  const winners = usePublicFeaturedWinnersQuery({ current: 1, pageSize: FEATURED })
  return (
    <Band labelledBy="featured-title">
      <SectionHeading
        id="featured-title"
        aside={<TextLink to={paths.winners()}>{t('home.allWinners')}</TextLink>}
      >
        {t('home.winners')}
      </SectionHeading>
      <Answered query={winners} room="page">
        {({ list }) => (
          <ul role="list" className={styles.grid}>
            {list.map((winner, index) => (
              <li key={winner.apply_order_id}>
                <WinnerTile
                  winner={winner}
                  size={index === 0 ? 'large' : 'small'}
                  sizes={
                    index === 0
                      ? '(min-width: 60rem) 64vw, 100vw'
                      : '(min-width: 60rem) 32vw, (min-width: 40rem) 50vw, 100vw'
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Band>
  )
}
