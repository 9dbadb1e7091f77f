import type { AwardLevel } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { AwardRing } from './award-ring.tsx'
import styles from './award-row.module.css'

/** An award level, with the ring of the trophy in its colour. */
export function AwardRow({ award }: { award: AwardLevel }) {
  const { t } = useTranslation('public')
  const { number } = useFormat()
  const { code, name, description, min_score, colour } = award
  return (
    <article className={styles.row}>
      <AwardRing code={code} colour={colour} />
      <h2 className={styles.name}>{name}</h2>
      <div className={styles.words}>
        <p className={styles.description}>{description}</p>
        <p className={styles.links}>
          {min_score !== null && <span>{t('awards.score', { score: number(min_score) })}</span>}
          <TextLink to={paths.winners({ award: code })}>{t('awards.winners', { name })}</TextLink>
        </p>
      </div>
    </article>
  )
}
