import { Radio } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './conflict-notice.module.css'
import { ConflictValue } from './conflict-value.tsx'
import type { Conflict } from './draft-merge.ts'
import type { Choice } from './draft-saver.types.ts'

type ConflictFieldProps = {
  conflict: Conflict
  choice: Choice
  onChoice: (choice: Choice) => void
}

/** One answer in both versions, side by side, with what differs marked. */
export function ConflictField({ conflict, choice, onChoice }: ConflictFieldProps) {
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
