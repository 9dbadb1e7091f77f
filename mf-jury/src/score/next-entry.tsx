import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Picture } from '../common/picture.tsx'
import styles from './next-entry.module.css'
import { useQueue } from './use-queue.ts'

type NextEntryProps = { id: string; level: 2 | 3 }

/** The next entry that still waits for a score. */
export function NextEntry({ id, level }: NextEntryProps) {
  const { t } = useTranslation('jury')
  const { data } = useQueue(level, { state: 'todo', pageSize: 2 })
  const next = data?.list.find(({ apply_order_id }) => apply_order_id !== id)
  if (!data) return null
  if (!next) return <p className={styles.none}>{t('next.none')}</p>
  return (
    <Link className={styles.next} to={paths.subJuryReviewDetails(next.apply_order_id)}>
      <span className={styles.picture}>
        <Picture picture={next.cover} code={next.category.code} sizes="7rem" />
      </span>
      <span className={styles.words}>
        <small>{t('next.label')}</small>
        <b>{next.title || t('untitled')}</b>
        <small>{next.category.name}</small>
      </span>
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>
    </Link>
  )
}
