import { useApiQuery } from '@awards/shared/client'
import { agentDesk, type AgentEntryRow } from '@awards/shared/contract'
import type { EntryStatus } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { EmptyState, QueryState, SectionHeading, StatusTag, Tag } from '@awards/shared/ui'
import { PageLinks } from '@awards/shared/list/page-links'
import { useTranslation } from 'react-i18next'
import { useListAddress } from '../list-address.ts'
import styles from './agency.module.css'

/** Entries that carry a code of this agency: where they stand, and nothing of the work. */
export function Agency() {
  const { t } = useTranslation('entrant')
  const { wanted } = useListAddress()
  const { current, pageSize } = wanted
  const query = useApiQuery(agentDesk.agentEntries, { current, pageSize })
  return (
    <div className={styles.agency}>
      <SectionHeading size="small">{t('agency.title')}</SectionHeading>
      <p className={styles.lead}>{t('agency.text')}</p>
      <QueryState query={query}>
        {({ list, total }) =>
          total === 0 ? (
            <EmptyState title={t('agency.empty.title')}>{t('agency.empty.text')}</EmptyState>
          ) : (
            <>
              <ul className={styles.list} role="list">
                {list.map((row) => (
                  <AgencyItem key={`${row.entry_no} ${row.code}`} row={row} />
                ))}
              </ul>
              <PageLinks {...{ current, pageSize, total }} />
            </>
          )
        }
      </QueryState>
    </div>
  )
}

function AgencyItem({ row }: { row: AgentEntryRow }) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  return (
    <li className={styles.item}>
      <div className={styles.work}>
        <p className={styles.title}>{row.title || t('untitled')}</p>
        <p className={styles.facts}>
          {row.entry_no} · {row.category} · {row.edition}
        </p>
      </div>
      <div>
        <p className={styles.facts}>{t('agency.code')}</p>
        <p className={styles.code}>{row.code}</p>
      </div>
      <p className={styles.facts}>
        {row.submitted_at && t('card.submitted', { date: format.date(row.submitted_at) })}
      </p>
      <div className={styles.tags}>
        <StatusTag kind="entry" status={row.entry_status as EntryStatus} />
        <Tag tone={row.is_paid ? 'success' : 'neutral'}>
          {t('agency.fee')}: {t(row.is_paid ? 'agency.paid' : 'agency.unpaid')}
        </Tag>
      </div>
    </li>
  )
}
