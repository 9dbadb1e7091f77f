import { useFormat } from '@awards/shared/i18n'
import type { JurorPublic } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { ResponsiveImage } from '@awards/shared/ui'
import { Link } from 'react-router-dom'
import styles from './juror-tile.module.css'

type JurorTileProps = { juror: JurorPublic; sizes: string; level?: 2 | 3 }

/** A juror: portrait, name, occupation. */
export function JurorTile({ juror, sizes, level = 3 }: JurorTileProps) {
  const { countryName } = useFormat()
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <article>
      <Link to={paths.juror(juror.slug)} className={styles.link}>
        <span className={styles.frame}>
          {juror.photo && (
            <ResponsiveImage picture={juror.photo} ratio="4 / 5" sizes={sizes} alt="" />
          )}
        </span>
        <Heading className={styles.name}>{juror.name}</Heading>
      </Link>
      <p className={styles.title}>{juror.title}</p>
      <p className={styles.place}>{countryName(juror.country)}</p>
    </article>
  )
}
