import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import styles from './entry-link.module.css'

type MentionProps = {
  entry: {
    apply_order_id: string
    title: string
    entry_no: string
    judging_no: string
    category?: { name: string }
  }
}

/** An entry in a list of the desk: its title leads to its page, its numbers stand below. */
export function EntryLink({ entry }: MentionProps) {
  const { t } = useTranslation('jury')
  return (
    <span className={styles.mention}>
      <Link className={styles.title} to={paths.juryReviewDetails(entry.apply_order_id)}>
        {entry.title || t('untitled')}
      </Link>
      <small className={styles.numbers}>
        #{entry.judging_no.replace(/^#/, '')} · {entry.entry_no}
        {entry.category && ` · ${entry.category.name}`}
      </small>
    </span>
  )
}
