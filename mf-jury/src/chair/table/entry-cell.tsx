import type { JudgeRow } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import { EntryName } from '../row-parts.tsx'
import styles from './entry-cell.module.css'

/** Title, numbers and a small picture; one address of the picture, since rows pass by fast. */
export function EntryCell({ row }: { row: JudgeRow }) {
  const { t } = useTranslation('jurytable')
  const [smallest] = row.cover?.sources ?? []
  return (
    <span className={styles.cell}>
      {row.cover && smallest ? (
        <img
          key={smallest.url}
          className={styles.thumb}
          src={smallest.url}
          alt=""
          width={row.cover.width}
          height={row.cover.height}
          decoding="async"
        />
      ) : (
        <span className={styles.plate} aria-hidden="true">
          {row.category.code}
        </span>
      )}
      <EntryName row={row} isInGrid />
      {row.is_reported && <span className={styles.reported}>{t('reported')}</span>}
    </span>
  )
}
