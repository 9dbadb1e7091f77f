import { Button } from '@awards/shared/ui'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './notes.module.css'
import { submissions } from './last-submission.ts'

const IN_A_ROW = 25

/** After many scores in a row the scale may have drifted: a quiet word, and the way to the first ones. */
export function CalibrationNote({ home }: { home: string }) {
  const { t } = useTranslation('jury')
  const inARow = useSyncExternalStore(submissions.subscribe, submissions.inARow)
  if (inARow < IN_A_ROW) return null
  return (
    <aside className={styles.note} aria-label={t('calibrate.label')}>
      <p>{t('calibrate.text', { count: inARow })}</p>
      <Link to={`${home}?state=done`}>{t('calibrate.look')}</Link>
      <Button size="small" onClick={() => submissions.setInARow(0)}>
        {t('calibrate.goOn')}
      </Button>
    </aside>
  )
}
