import { ASSIGNMENT_STATUS } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { useQueue } from '../score/use-queue.ts'
import styles from './queue-categories.module.css'

const MOST = 100
const DONE: readonly number[] = [ASSIGNMENT_STATUS.submitted, ASSIGNMENT_STATUS.abstained]

/** Progress by category, where there are several and the whole list is at hand. */
export function QueueCategories() {
  const { t } = useTranslation('jury')
  const level = useCurrentUser()?.identity === 3 ? 3 : 2
  const { data } = useQueue(level, { pageSize: MOST })
  if (!data || data.total > data.list.length) return null
  const live = data.list.filter((row) => row.assignment_status !== ASSIGNMENT_STATUS.recused)
  const groups = [...Map.groupBy(live, ({ category }) => category.name)]
  if (groups.length < 2) return null
  return (
    <ul className={styles.categories} aria-label={t('queue.categories')}>
      {groups.map(([name, rows]) => (
        <li key={name}>
          {name}{' '}
          <b>
            {rows.filter((row) => DONE.includes(row.assignment_status)).length} / {rows.length}
          </b>
        </li>
      ))}
    </ul>
  )
}
