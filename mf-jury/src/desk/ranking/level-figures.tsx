import type { Aggregate } from '@awards/shared/contract'
import { metricOf } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import { useFigure } from '../../common/use-figure.ts'
import styles from './ranking-view.module.css'

type LevelFiguresProps = { first: Aggregate; second: Aggregate }
const FIGURES = ['mean', 'median', 'trimmed', 'balanced', 'deviation'] as const

/** What both levels say of an entry, each in its line; the figure that counts stands out. */
export function LevelFigures({ first, second }: LevelFiguresProps) {
  const { t } = useTranslation(['jurydesk', 'jury'])
  const figure = useFigure()
  const lines = [
    { level: 'first', figures: first },
    { level: 'second', figures: second },
  ].filter(({ level, figures }) => level === 'first' || figures.votes > 0)
  return (
    <table className={styles.figures}>
      <thead>
        <tr>
          <th scope="col">{t('board.level')}</th>
          <th scope="col">{t('board.votes')}</th>
          {FIGURES.map((name) => (
            <th key={name} scope="col">
              {t(`jury:figures.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ level, figures }) => (
          <tr key={level}>
            <th scope="row">{t(`board.${level}`)}</th>
            <td className={figures.votes < figures.quorum ? styles.few : ''}>
              {figures.votes}/{figures.quorum}
            </td>
            {FIGURES.map((name) => (
              <td key={name} className={name === metricOf(figures) ? styles.counts : ''}>
                {figure(figures[name])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
