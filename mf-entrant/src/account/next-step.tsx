import { useFormat } from '@awards/shared/i18n'
import { LinkButton } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { addressOf } from './action-address.ts'
import styles from './next-steps.module.css'
import type { Pressing } from './pressing.ts'

/** One thing to do, until when, and the way to it. */
export function NextStep({ thing: { action, until, entries } }: { thing: Pressing }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const [first] = entries
  if (!first) return null
  const title = first.title || t('untitled')
  const local = until && format.localDate(until)
  return (
    <div className={styles.step}>
      <div className={styles.words}>
        <p className={styles.what}>
          {t(`account.next.${action}`, { count: entries.length, title })}
        </p>
        {until && (
          <p className={styles.until}>
            {t('account.next.until', { date: format.date(until, 'datetime') })}
            {local && <span className={styles.local}>{t('banner.local', { date: local })}</span>}
          </p>
        )}
      </div>
      <LinkButton
        type="primary"
        to={addressOf(action, first.apply_order_id) ?? ''}
        aria-label={t('action.of', { action: t(`action.${action}`), title })}
      >
        {t(`action.${action}`)}
      </LinkButton>
    </div>
  )
}
