import { Button, Radio } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './merge-view.module.css'
import type { Choice, Criteria, ScoreConflict, Value } from './saving/score-draft.ts'

type MergeViewProps = {
  criteria: Criteria
  conflicts: readonly ScoreConflict[]
  onResolve: (choices: Record<string, Choice>) => void
}

const SIDES = ['mine', 'theirs'] as const

/**
 * Another window has saved other marks. What only one of them changed is together already; for the
 * rest the juror chooses, and nothing is lost until then.
 */
export function MergeView({ criteria, conflicts, onResolve }: MergeViewProps) {
  const { t } = useTranslation('jury')
  const id = useId()
  const [choices, setChoices] = useState<Record<string, Choice>>({})
  const nameOf = (field: string) =>
    criteria.find((one) => one.id === field)?.name ??
    t(field === 'comment_private' ? 'score.commentPrivate' : 'score.commentEntrant')
  const wordOf = (value: Value) =>
    value === undefined || value === '' ? t('merge.empty') : String(value)
  return (
    <section className={styles.merge} aria-labelledby={id}>
      <h3 id={id} className={styles.title} role="alert">
        {t('merge.title')}
      </h3>
      <p>{t('merge.text')}</p>
      {conflicts.map(({ field, ...values }) => (
        <fieldset key={field} className={styles.field}>
          <legend className={styles.name}>{nameOf(field)}</legend>
          <Radio.Group
            className={styles.sides ?? ''}
            value={choices[field] ?? 'mine'}
            onChange={(event) =>
              setChoices((before) => ({ ...before, [field]: event.target.value as Choice }))
            }
          >
            {SIDES.map((side) => (
              <Radio key={side} value={side}>
                <span className={styles.side}>{t(`merge.${side}`)}</span>
                <span className={styles.value}>{wordOf(values[side])}</span>
              </Radio>
            ))}
          </Radio.Group>
        </fieldset>
      ))}
      <Button type="primary" onClick={() => onResolve(choices)}>
        {t('merge.settle')}
      </Button>
    </section>
  )
}
