import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../common/notice.tsx'
import { ConflictField } from './conflict-field.tsx'
import styles from './conflict-notice.module.css'
import { useDraft } from './draft-context.ts'
import type { Choice } from './draft-saver.ts'

/** Brings the choice into sight, for somebody who writes further down. */
export function showConflict() {
  const heading = document.getElementById('conflict')
  heading?.scrollIntoView({ block: 'center' })
  heading?.focus({ preventScroll: true })
}

/**
 * Another window changed the same answers in another way. What only one of them changed has been brought
 * together already; for the rest the entrant chooses, and nothing is lost until then.
 */
export function ConflictNotice() {
  const { t } = useTranslation('entrant')
  const { draft, saver } = useDraft()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const [isBusy, setBusy] = useState(false)
  const { conflicts } = draft

  const settle = async (chosen: Record<string, Choice>) => {
    setBusy(true)
    await saver.resolve(chosen)
    setBusy(false)
  }
  const all = (choice: Choice) =>
    settle(Object.fromEntries(conflicts.map(({ field }) => [field, choice])))

  return (
    <section className={styles.notice} aria-labelledby="conflict">
      <Notice
        type="warning"
        title={
          <span id="conflict" tabIndex={-1}>
            {t('conflict.title')}
          </span>
        }
        action={
          <>
            <Button disabled={isBusy} onClick={() => void all('mine')}>
              {t('conflict.keepMine')}
            </Button>
            <Button disabled={isBusy} onClick={() => void all('theirs')}>
              {t('conflict.takeTheirs')}
            </Button>
          </>
        }
      >
        <p>{t('conflict.text', { count: conflicts.length })}</p>
      </Notice>
      {conflicts.map((conflict) => (
        <ConflictField
          key={conflict.field}
          conflict={conflict}
          choice={choices[conflict.field] ?? 'mine'}
          onChoice={(choice) => setChoices((before) => ({ ...before, [conflict.field]: choice }))}
        />
      ))}
      <Button type="primary" loading={isBusy} onClick={() => void settle(choices)}>
        {t('conflict.settle')}
      </Button>
    </section>
  )
}
