import { paths } from '@awards/shared/paths'
import { AwardMark, ResponsiveImage } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useFeaturedWinnersQuery } from './session.api.ts'
import styles from './winner-picture.module.css'

const DAY_MS = 86_400_000

/** A winning work, another one each day; until there is one, the ring of the programme. */
export function WinnerPicture() {
  const { t } = useTranslation('shell')
  const { data } = useFeaturedWinnersQuery({ pageSize: 6 })
  const works = data?.list.filter((work) => work.cover) ?? []
  const work = works[Math.floor(Date.now() / DAY_MS) % Math.max(works.length, 1)]
  if (!work?.cover) {
    return (
      <div className={`${styles.frame} ${styles.plain}`} aria-hidden="true">
        <span className={styles.ring} />
      </div>
    )
  }
  return (
    <figure className={styles.frame}>
      <ResponsiveImage
        picture={work.cover}
        sizes="(width <= 60rem) 100vw, max(54vw, 150vh)"
        eager
        className={styles.picture}
      />
      <figcaption className={styles.caption}>
        <Link to={paths.winner(work.apply_order_id)} className={styles.work}>
          {work.title}
        </Link>
        <span className={styles.maker}>{work.company ?? work.designers}</span>
        <AwardMark
          code={work.award.code}
          name={t('session.pictureOf', { award: work.award.name, edition: work.edition.name })}
        />
      </figcaption>
    </figure>
  )
}
