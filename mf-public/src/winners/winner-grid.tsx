import type { WinnerCard } from '@awards/shared/contract'
import { WinnerTile } from '../ui/winner-tile.tsx'
import styles from './winner-grid.module.css'

type WinnerGridProps = {
  winners: readonly WinnerCard[]
  /** Shows the first work large. */
  leads: boolean
}

/** Awarded works in a grid whose pictures keep their place. */
export const WinnerGrid = ({ winners, leads }: WinnerGridProps) => (
  <ul role="list" className={`${styles.grid} ${leads ? styles.leads : ''}`}>
    {winners.map((winner, index) => (
      <li key={winner.apply_order_id}>
        <WinnerTile
          winner={winner}
          level={2}
          size={leads && index === 0 ? 'large' : 'small'}
          eager={index === 0}
          sizes={
            leads && index === 0
              ? '(min-width: 60rem) 64vw, 100vw'
              : '(min-width: 60rem) 32vw, (min-width: 36rem) 50vw, 100vw'
          }
        />
      </li>
    ))}
  </ul>
)
