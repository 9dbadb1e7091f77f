import { Button, Radio } from 'antd'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../common/notice.tsx'
import styles from './conflict-notice.module.css'
import { ConflictValue } from './conflict-value.tsx'
import type { Conflict } from './draft-merge.ts'
import type { Choice } from './draft-saver.types.ts'
import { useDraft } from './draft-context.ts'

type ConflictFieldProps = {
  conflict: Conflict
  choice: Choice
  onChoice: (choice: Choice) => void
}

/** One answer in both versions, side by side, with what differs marked. */
function ConflictField({ conflict, choice, onChoice }: ConflictFieldProps) {
  const { t } = useTranslation('entrant')
  const id = useId()
  const name = conflict.field === 'files' ? 'images' : conflict.field
  return (
    <fieldset className={styles.field}>
      <legend className={styles.name}>{t(`field.${name}.label`)}</legend>
      <Radio.Group
        className={styles.versions ?? ''}
        value={choice}
        onChange={(event) => onChoice(event.target.value as Choice)}
      >
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className={styles.version}>
            <Radio value={side} aria-describedby={`${id}-${side}`}>
              {t(`conflict.${side}`)}
            </Radio>
            <div id={`${id}-${side}`} className={styles.value}>
              <ConflictValue conflict={conflict} side={side} />
            </div>
          </div>
        ))}
      </Radio.Group>
    </fieldset>
  )
}

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
  const [made, setMade] = useState<Record<string, { choice: Choice; mine: unknown }>>({})
  const [isBusy, setBusy] = useState(false)
  const { conflicts } = draft
  // A choice was made between two texts; what is written after it is newer and counts until it is chosen anew.
  const choiceOf = ({ field, mine }: Conflict): Choice => {
    const earlier = made[field]
    return earlier && earlier.mine === mine ? earlier.choice : 'mine'
  }

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
          choice={choiceOf(conflict)}
          onChoice={(choice) =>
            setMade((before) => ({ ...before, [conflict.field]: { choice, mine: conflict.mine } }))
          }
        />
      ))}
      <Button
        type="primary"
        loading={isBusy}
        onClick={() =>
          void settle(Object.fromEntries(conflicts.map((one) => [one.field, choiceOf(one)])))
        }
      >
        {t('conflict.settle')}
      </Button>
    </section>
  )
}
