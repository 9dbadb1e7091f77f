import { useFormat } from '@awards/shared/i18n'
import type { WinnerCard } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { AwardMark, ResponsiveImage } from '@awards/shared/ui'
import { Link } from 'react-router-dom'
import styles from './winner-tile.module.css'

type WinnerTileProps = {
  winner: WinnerCard
  sizes: string
  /** A large tile leads the grid. */
  size?: 'large' | 'small'
  level?: 2 | 3
  eager?: boolean
  /** The query of the list it stands in, so that the work's page can lead back there. */
  list?: string
}

/** An awarded work: its picture, its award, its authors. */
export function WinnerTile({
  winner,
  sizes,
  size = 'small',
  level = 3,
  eager,
  list,
}: WinnerTileProps) {
  const { countryName } = useFormat()
  const Heading = level === 2 ? 'h2' : 'h3'
  const place = [winner.company ?? winner.designers, winner.country && countryName(winner.country)]
  return (
    <article className={`${styles.tile} ${styles[size]}`}>
      <Link
        to={paths.winner(winner.apply_order_id)}
        state={list === undefined ? undefined : { list }}
        className={styles.link}
      >
        <span className={styles.frame}>
          {winner.cover && (
            <ResponsiveImage
              picture={winner.cover}
              ratio="3 / 2"
              sizes={sizes}
              alt=""
              eager={eager}
              className={styles.picture ?? ''}
            />
          )}
        </span>
        <Heading className={styles.title}>{winner.title}</Heading>
      </Link>
      <p className={styles.by}>{place.filter(Boolean).join(', ')}</p>
      <p className={styles.facts}>
        <AwardMark code={winner.award.code} name={winner.award.name} colour={winner.award.colour} />
        <span className={styles.category}>{winner.category.name}</span>
      </p>
    </article>
  )
}
