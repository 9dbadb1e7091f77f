import type { SnapshotRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { SectionHeading, Tag } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFilters } from '../../common/use-filters.ts'
import { PagedRows } from '../paged-rows.tsx'
import rowStyles from '../rows.module.css'
import { useDeskSnapshotsQuery, useVerifySnapshotMutation } from '../desk.api.ts'
import styles from './results-view.module.css'

const NO_NAMES: readonly never[] = []

/** Results as they were frozen; each can be computed again and compared. */
export function Snapshots({ editionId }: { editionId: string }) {
  const { t } = useTranslation('jurydesk')
  const { current, change } = useFilters(NO_NAMES)
  const query = useDeskSnapshotsQuery({ edition_id: editionId, current })
  return (
    <section aria-labelledby="snapshots">
      <SectionHeading id="snapshots" size="small">
        {t('snapshot.title')}
      </SectionHeading>
      <p className={rowStyles.lead}>{t('snapshot.lead')}</p>
      <PagedRows
        query={query}
        label={t('snapshot.title')}
        empty={{ title: t('snapshot.none'), text: t('snapshot.noneText') }}
        row={(row) => <SnapshotLine key={row.snapshot_id} row={row} />}
        onPage={(page) => change({ page })}
      />
    </section>
  )
}

function SnapshotLine({ row }: { row: SnapshotRow }) {
  const { t } = useTranslation('jurydesk')
  const format = useFormat()
  const [verify, { data, isLoading }] = useVerifySnapshotMutation()
  return (
    <li className={rowStyles.row}>
      <span className={rowStyles.cell}>
        <span className={rowStyles.strong}>{format.date(row.frozen_at, 'datetime')}</span>
        <small>
          {row.frozen_by ? t('snapshot.by', { name: row.frozen_by }) : t('snapshot.byDate')}
        </small>
      </span>
      <span className={rowStyles.cell}>
        {t('snapshot.holds', { entries: row.entries, votes: row.votes })}
      </span>
      <code className={styles.hash} title={row.sha256}>
        {row.sha256}
      </code>
      <span className={rowStyles.actions} role="status">
        {data && (
          <Tag tone={data.is_equal ? 'success' : 'danger'}>
            {t(data.is_equal ? 'snapshot.equal' : 'snapshot.differs')}
          </Tag>
        )}
        <Button
          size="small"
          loading={isLoading}
          onClick={() => void verify({ snapshot_id: row.snapshot_id })}
        >
          {t('snapshot.verify')}
        </Button>
      </span>
    </li>
  )
}
