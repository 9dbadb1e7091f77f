import { stepOfField } from '@awards/shared/domain'
import { translateMessage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './problem-list.module.css'

type ProblemListProps = { id: string; problems: Record<string, string[]> }

/** What is still missing, each with the way to its field. */
export function ProblemList({ id, problems }: ProblemListProps) {
  const { t, i18n } = useTranslation('entrant')
  const labelOf = (field: string) => {
    const [root = field, index] = field.split('.')
    const key = `field.${root}.label`
    const label = i18n.exists(key, { ns: 'entrant' }) ? t(key) : t(`problem.${root}`)
    return index === undefined ? label : `${label} ${Number(index) + 1}`
  }
  const entries = Object.entries(problems)
  return (
    <section className={styles.problems} aria-labelledby="problems">
      <h2 id="problems" className={styles.title}>
        {t('review.missing', { count: entries.length })}
      </h2>
      <ul className={styles.list} role="list">
        {entries.map(([field, messages]) => (
          <li key={field}>
            <Link to={paths.steps({ id, step: stepOfField(field), field })}>{labelOf(field)}</Link>
            <span>{messages.map(translateMessage).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
