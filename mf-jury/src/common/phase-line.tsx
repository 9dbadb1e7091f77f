import type { PhaseInfo } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lastMoment } from './format.ts'
import styles from './phase-line.module.css'

type PhaseLineProps = { phase: PhaseInfo | null; actions?: ReactNode }

function endOf({ is_forced, is_over }: PhaseInfo) {
  if (is_forced) return 'untilChanged'
  return is_over ? 'ended' : 'until'
}

/** Where the edition is: its phase, and until when. */
export function PhaseLine({ phase, actions }: PhaseLineProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  if (!phase) return null
  const date = format.date(lastMoment(phase.ends_at), 'datetime')
  return (
    <aside className={styles.line} aria-label={t('phase.label')}>
      <span className={styles.ring} aria-hidden="true" />
      <p className={styles.words}>
        <strong className={styles.name}>{t(`phase.${phase.code}`)}</strong>
        <span className={styles.dates}>
          <span>{phase.edition.name}</span> <span>{t(`phase.${endOf(phase)}`, { date })}</span>
        </span>
      </p>
      {actions && <div className={styles.actions}>{actions}</div>}
    </aside>
  )
}
