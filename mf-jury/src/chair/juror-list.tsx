import type { SubJudgeRow } from '@awards/shared/contract'
import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './assign-drawer.module.css'

type JurorListProps = {
  jurors: readonly SubJudgeRow[]
  chosen: readonly string[]
  onChoose: (ids: readonly string[]) => void
}

const LEVELS = [2, 3] as const

/** Jurors of both levels, those who know the field first; a conflict cannot be chosen. */
export function JurorList({ jurors, chosen, onChoose }: JurorListProps) {
  const { t } = useTranslation('jury')
  const busiest = Math.max(1, ...jurors.map(({ load }) => load))
  const toggle = (id: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, id] : chosen.filter((one) => one !== id))
  const order = (one: SubJudgeRow) =>
    Number(one.conflict !== null) * 2 - Number(one.expertise_match)

  return LEVELS.map((level) => (
    <section key={level} className={styles.level} aria-label={t(`assign.level${level}`)}>
      <h3 className={styles.heading}>{t(`assign.level${level}`)}</h3>
      <ul className={styles.list}>
        {jurors
          .filter((one) => one.level === level)
          .sort((a, b) => order(a) - order(b) || a.load - b.load)
          .map((one) => (
            <li key={one.juror_id} className={styles.juror}>
              <Checkbox
                checked={chosen.includes(one.juror_id)}
                disabled={one.conflict !== null}
                onChange={(event) => toggle(one.juror_id, event.target.checked)}
              >
                <span className={styles.name}>{one.name}</span>
                {one.expertise_match && <span className={styles.match}>{t('assign.match')}</span>}
                {one.assigned && (
                  <span className={styles.seat}>{t(`seat.${one.assignment_status}`)}</span>
                )}
              </Checkbox>
              {one.conflict ? (
                <span className={styles.conflict}>
                  {t('assign.conflict', { kind: t(`conflict.${one.conflict}`) })}
                </span>
              ) : (
                <span className={styles.load}>
                  <span className={styles.bar} aria-hidden="true">
                    <i style={{ inlineSize: `${(one.load / busiest) * 100}%` }} />
                  </span>
                  {t('assign.load', { count: one.load })}
                </span>
              )}
            </li>
          ))}
      </ul>
    </section>
  ))
}
