import type { WinnerInfo } from '@awards/shared/contract'
import { paths } from '@awards/shared/paths'
import { AwardMark, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useListQuery } from './use-list-query.ts'
import styles from './winner-sheet.module.css'

/** What a work has won, its name and who made it. */
export function WinnerHeader({
  winner: { award, category, edition, title, title_local, designers },
}: {
  winner: WinnerInfo
}) {
  const { t } = useTranslation('public')
  const list = useListQuery()
  return (
    <header className={styles.header}>
      <p className={styles.back}>
        <TextLink isBack to={paths.winners() + (list ?? '')}>
          {t('winners.all')}
        </TextLink>
      </p>
      <p className={styles.marks}>
        <AwardMark code={award.code} name={award.name} colour={award.colour} />
        <Link to={paths.winners({ category: category.code })}>{category.name}</Link>
        <Link to={paths.winners({ edition: edition.code })}>{edition.name}</Link>
      </p>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
        {title_local && title_local !== title && (
          <span className={styles.local}>{title_local}</span>
        )}
      </h1>
      <p className={styles.by}>{designers}</p>
    </header>
  )
}
