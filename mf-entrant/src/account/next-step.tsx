import type { EntryRow } from '@awards/shared/contract'
import type { AccountTask } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { useTranslation } from 'react-i18next'
import { NextButton, useNextValues } from '../common/next-action.tsx'
import styles from './next-steps.module.css'

/** One thing to do, until when, and the way to it. */
export function NextStep({ task: { action, until, rows } }: { task: AccountTask<EntryRow> }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const valuesOf = useNextValues()
  const [first] = rows
  if (!first?.next) return null
  const title = first.title || t('untitled')
  const local = until && format.localDate(until)
  return (
    <div className={styles.step}>
      <div className={styles.words}>
        <p className={styles.what}>
          {t(`account.next.${action}`, { ...valuesOf(first.next), count: rows.length, title })}
        </p>
        {until && (
          <p className={styles.until}>
            {t('account.next.until', { date: format.date(until, 'datetime') })}
            {local && <span className={styles.local}>{t('banner.local', { date: local })}</span>}
          </p>
        )}
      </div>
      <NextButton next={first.next} id={first.apply_order_id} title={title} />
    </div>
  )
}
