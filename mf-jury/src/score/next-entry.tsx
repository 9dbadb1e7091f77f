import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Picture } from '../common/picture.tsx'
import styles from './next-entry.module.css'
import type { Neighbours } from './use-neighbours.ts'

/** The next entry that still waits for a score. */
export function NextEntry({ neighbours: { todo, isDone } }: { neighbours: Neighbours }) {
  const { t } = useTranslation('jury')
  if (isDone) return <p className={styles.none}>{t('next.none')}</p>
  if (!todo) return null
  return (
    <Link className={styles.next} to={paths.subJuryReviewDetails(todo.apply_order_id)}>
      <span className={styles.picture}>
        <Picture picture={todo.cover} code={todo.category.code} sizes="7rem" />
      </span>
      <span className={styles.words}>
        <small>{t('next.label')}</small>
        <b>{todo.title || t('untitled')}</b>
        <small>{todo.category.name}</small>
      </span>
      <span aria-hidden="true" className={styles.arrow}>
        →
      </span>
    </Link>
  )
}
