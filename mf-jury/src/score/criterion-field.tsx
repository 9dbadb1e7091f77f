import { ANCHORS, SCORE_MAXIMUM, SCORE_STEP } from '@awards/shared/domain'
import { useFormat, useLanguage } from '@awards/shared/i18n'
import { InputNumber } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './criterion-field.module.css'
import { type Typed, markId } from './use-marking.ts'
import type { Criteria } from './saving/score-draft.ts'

/** What was typed as a mark; a comma before the half counts as well as a point. */
const markOf = (typed = '') => Number(typed.replace(/\s/g, '').replace(',', '.'))

type CriterionFieldProps = {
  criterion: Criteria[number]
  value: number | undefined
  onChange: (value: number) => void
  disabled: boolean
  isMissing: boolean
  /** The criterion that digits mark now, and what was typed of its mark. */
  isActive: boolean
  typed: Typed
  onFocus: () => void
}

/** One criterion: a scale for the hand, a number for the keyboard, and what the mark means. */
export function CriterionField({
  criterion,
  value,
  onChange,
  disabled,
  isMissing,
  isActive,
  typed,
  onFocus,
}: CriterionFieldProps) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const decimalSeparator = useLanguage() === 'fr' ? ',' : '.'
  const id = useId()
  const anchor = ANCHORS.find(({ to }) => value !== undefined && value <= to)
  const meaning = anchor ? t(`score.anchor.${anchor.code}`) : t('score.unmarked')
  const looks = [styles.field, isMissing && styles.missing, isActive && styles.active]
  return (
    <div className={looks.filter(Boolean).join(' ')} onFocus={onFocus}>
      <div className={styles.head}>
        <span className={styles.name} id={`${id}-name`}>
          {criterion.name}
          {criterion.weight !== 1 && (
            <small className={styles.weight}>× {format.number(criterion.weight)}</small>
          )}
        </span>
        <span className={anchor ? styles.anchor : styles.unmarked}>{meaning}</span>
      </div>
      <p className={styles.hint} id={`${id}-hint`}>
        {criterion.description}
      </p>
      <div className={styles.slider}>
        <input
          id={markId(criterion.id)}
          type="range"
          className={`${styles.range} ${value === undefined ? styles.untouched : ''}`}
          min={0}
          max={SCORE_MAXIMUM}
          step={SCORE_STEP}
          value={value ?? 0}
          disabled={disabled}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-hint`}
          aria-valuetext={value === undefined ? meaning : `${format.number(value)}, ${meaning}`}
          aria-invalid={isMissing}
          onChange={(event) => onChange(Number(event.target.value))}
        />
        <span className={styles.anchors} aria-hidden="true">
          {ANCHORS.map(({ code, from, to }) => (
            <i
              key={code}
              className={anchor?.code === code ? styles.here : undefined}
              title={`${from}–${to}: ${t(`score.anchor.${code}`)}`}
            >
              {from}
            </i>
          ))}
        </span>
      </div>
      {typed ? (
        <output className={styles.typed}>{typed}_</output>
      ) : (
        <InputNumber<number>
          className={styles.number ?? ''}
          min={0}
          max={SCORE_MAXIMUM}
          step={SCORE_STEP}
          precision={1}
          parser={markOf}
          decimalSeparator={decimalSeparator}
          value={value ?? null}
          disabled={disabled}
          aria-label={t('score.markOf', { name: criterion.name })}
          onChange={(next) => {
            if (next !== null) onChange(Math.round(next / SCORE_STEP) * SCORE_STEP)
          }}
        />
      )}
    </div>
  )
}
