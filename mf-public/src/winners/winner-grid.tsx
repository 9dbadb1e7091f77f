import type { WinnerCard } from '@awards/shared/contract'
import { WinnerTile } from '../ui/winner-tile.tsx'
import styles from './winner-grid.module.css'
import { VisuallyHidden, from } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'

/** How wide a work stands in the grid of winners: the one that leads it, and the others. */
export const LEAD_SIZES = `${from('desktop')} 64vw, 100vw`
export const TILE_SIZES = `${from('desktop')} 32vw, ${from('small-tablet')} 50vw, 100vw`

type WinnerGridProps = {
  winners: readonly WinnerCard[]
  /** Shows the first work large. */
  leads: boolean
  /** The query of the list they are from. */
  list?: string
  level?: 2 | 3
}

/** Awarded works in a grid whose pictures keep their place. */
export const WinnerGrid = ({ winners, leads, list, level = 2 }: WinnerGridProps) => (
  <ul role="list" className={`${styles.grid} ${leads ? styles.leads : ''}`}>
    {winners.map((winner, index) => (
      <li key={winner.apply_order_id}>
        <WinnerTile
          winner={winner}
          level={level}
          list={list}
          size={leads && index === 0 ? 'large' : 'small'}
          eager={level === 2 && index === 0}
          sizes={leads && index === 0 ? LEAD_SIZES : TILE_SIZES}
        />
      </li>
    ))}
  </ul>
)

const SHOWN = Array.from({ length: 9 }, (_, index) => index)

/** The grid before its works are there: as high as it will be. */
export function WinnerGridSkeleton({ leads }: { leads: boolean }) {
  const { t } = useTranslation('shared')
  return (
    <div role="status" data-loader>
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <ul role="list" className={`${styles.grid} ${leads ? styles.leads : ''}`} aria-hidden="true">
        {SHOWN.map((index) => (
          <li key={index} className={styles.skeletonTile}>
            <span className={styles.skeletonFrame} />
            <span className={styles.skeletonTitle} />
            <span className={styles.skeletonLine} />
          </li>
        ))}
      </ul>
    </div>
  )
}
