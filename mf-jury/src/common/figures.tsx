import type { Aggregate } from '@awards/shared/contract'
import { metricOf } from '@awards/shared/domain'
import { useTranslation } from 'react-i18next'
import styles from './figures.module.css'
import { useFigure } from './format.ts'

type FiguresProps = { title: string; figures: Aggregate | null }

const SHOWN = ['balanced', 'mean', 'median', 'trimmed', 'deviation'] as const

/** What a level of the jury says of an entry, the figure that counts in bold; below the quorum only the votes. */
export function Figures({ title, figures }: FiguresProps) {
  const { t } = useTranslation('jury')
  const number = useFigure()
  const metric = figures && metricOf(figures)
  return (
    <section className={styles.figures} aria-label={title}>
      <header className={styles.head}>
        <h3 className={styles.title}>{title}</h3>
        {figures && (
          <span className={styles.votes}>
            {t('figures.votes', { votes: figures.votes, quorum: figures.quorum })}
          </span>
        )}
      </header>
      {!figures && <p className={styles.note}>{t('figures.hidden')}</p>}
      {figures && figures.mean === null && <p className={styles.note}>{t('figures.quorum')}</p>}
      {figures && figures.mean !== null && (
        <dl className={styles.values}>
          {SHOWN.map((name) => (
            <div key={name} className={styles.value}>
              <dt>{t(`figures.${name}`)}</dt>
              <dd>
                {name === metric ? (
                  <strong title={t('figures.counts')}>{number(figures[name])}</strong>
                ) : (
                  number(figures[name])
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {figures?.is_divergent && <p className={styles.divergent}>{t('figures.divergent')}</p>}
    </section>
  )
}
