import { useApiQuery } from '@awards/shared/client'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { entries, type EntryRow } from '@awards/shared/contract'
import { accountTasks, MOST_WORKS, type AccountTask } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { NextButton, useNextValues } from '../common/next-action.tsx'
import styles from './next-steps.module.css'
import { FIRST_PAGE } from './list-address.ts'

const ALL = { current: 1, pageSize: 100 }

/** What is to be done across all entries and awards; undefined until that is known. */
function useAccountTasks() {
  const first = useApiQuery(entries.entryList, FIRST_PAGE).data
  const isMore = first !== undefined && first.total > first.pageSize
  const all = useApiQuery(entries.entryList, ALL, { skip: !isMore }).data
  const awards = useApiQuery(entries.awardList, FIRST_PAGE).data
  const past = useApiQuery(entries.historyAwardList, FIRST_PAGE).data
  const running = isMore ? all : first
  if (!running || !awards || !past) return undefined
  const rows = [...running.list, ...awards.list, ...past.list]
  // An award of the running edition stands in both of its lists.
  const distinct = [...new Map(rows.map((row) => [row.apply_order_id, row])).values()]
  return { tasks: accountTasks(distinct), total: running.total }
}

/** One thing to do, until when, and the way to it. */
function NextStep({ task: { action, until, rows } }: { task: AccountTask<EntryRow> }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const valuesOf = useNextValues()
  const [first] = rows
  if (!first?.next) return null
  const title = first.title || t('untitled')
  // An order counts all that it pays for, also what is settled otherwise meanwhile.
  const count = first.next.order?.works ?? rows.length
  const local = until && format.localDate(until)
  return (
    <div className={styles.step}>
      <div className={styles.words}>
        <p className={styles.what}>
          {t(`account.next.${action}`, { ...valuesOf(first.next), count, title })}
        </p>
        {until && (
          <p className={styles.until}>
            {t('account.next.until', { date: format.date(until, 'datetime') })}
            {local && <span className={styles.local}>{t('banner.local', { date: local })}</span>}
          </p>
        )}
      </div>
      {action === 'pay' && rows.length > 1 ? (
        <LinkButton
          type="primary"
          to={paths.payBasket(rows.slice(0, MOST_WORKS).map((row) => row.apply_order_id))}
        >
          {t('account.next.together', { count: Math.min(rows.length, MOST_WORKS) })}
        </LinkButton>
      ) : (
        <NextButton next={first.next} id={first.apply_order_id} title={title} />
      )}
    </div>
  )
}

const MOST = 2

/** The one or two things that matter most across all entries, before the lists. */
export function NextSteps() {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const found = useAccountTasks()
  const { data } = useApiQuery(entries.registrationTime)
  if (!found || (found.tasks.length === 0 && found.total === 0)) return null
  return (
    <section className={styles.next} aria-labelledby="next-steps">
      <h2 id="next-steps" className={styles.heading}>
        {t('account.next.title')}
      </h2>
      {found.tasks.length === 0 && (
        <p className={styles.quiet}>
          {data?.results_at
            ? t('account.next.waitUntil', { date: format.date(data.results_at) })
            : t('account.next.wait')}
        </p>
      )}
      <ul className={styles.list} role="list">
        {found.tasks.slice(0, MOST).map((task) => (
          <li key={`${task.action} ${task.rows[0]?.apply_order_id}`}>
            <NextStep task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}
