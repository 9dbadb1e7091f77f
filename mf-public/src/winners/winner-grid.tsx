import type { WinnerCard } from '@awards/shared/contract'
import { WinnerTile } from '../ui/winner-tile.tsx'
import { LEAD_SIZES, TILE_SIZES } from './winner-sizes.ts'
import styles from './winner-grid.module.css'

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
