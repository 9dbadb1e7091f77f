import type { ScoreSheet } from '@awards/shared/contract'
import { SCORE_MAXIMUM } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import styles from './score-sheet.module.css'

type MarkBarProps = { own: number; mean: number | null; maximum: number }

/** The own mark as a bar, the mean of the others as a line across it; the numbers stand beside. */
function MarkBar({ own, mean, maximum }: MarkBarProps) {
  const share = (value: number) => `${(100 * value) / maximum}%`
  return (
    <svg className={styles.bar} width="100%" height="20" aria-hidden="true">
      <rect className={styles.track} y="6" width="100%" height="8" />
      <rect className={styles.own} y="6" width={share(own)} height="8" />
      {mean !== null && (
        <line className={styles.line} x1={share(mean)} x2={share(mean)} y1="0" y2="20" />
      )}
    </svg>
  )
}

type Level = ScoreSheet['levels'][number]

/** Marks of one level by criterion: a table, in which each row draws itself. */
export function LevelMarks({ level }: { level: Level }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const name = t(`scores.level.${level.level}`)
  const number = (value: number, digits: number) =>
    format.number(value, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  return (
    <section className={styles.level}>
      <SectionHeading
        aside={<p className={styles.quiet}>{t('scores.votes', { count: level.votes })}</p>}
      >
        {name}
      </SectionHeading>
      <table className={styles.marks}>
        <caption className={styles.caption}>{t('scores.caption', { level: name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scores.criterion')}</th>
            <td className={styles.drawn} />
            <th scope="col" className={styles.value}>
              <span className={styles.keyOwn} aria-hidden="true" />
              {t('scores.own')}
            </th>
            {level.compared_with && (
              <th scope="col" className={styles.value}>
                <span className={styles.keyMean} aria-hidden="true" />
                {t(`scores.mean.${level.compared_with}`)}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {level.criteria.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                {one.name}
                {one.weight !== 1 && (
                  <small className={styles.weight}>
                    {t('scores.weight', { weight: format.number(one.weight) })}
                  </small>
                )}
              </th>
              <td className={styles.drawn}>
                <MarkBar own={one.mean} mean={one.compared_mean} maximum={SCORE_MAXIMUM} />
              </td>
              <td className={styles.value}>{number(one.mean, 1)}</td>
              {one.compared_mean !== null && (
                <td className={styles.mean}>{number(one.compared_mean, 1)}</td>
              )}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('scores.total')}</th>
            <td className={styles.drawn} />
            <td className={styles.value}>{number(level.score, 2)}</td>
            {level.compared_mean !== null && (
              <td className={styles.mean}>{number(level.compared_mean, 2)}</td>
            )}
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
