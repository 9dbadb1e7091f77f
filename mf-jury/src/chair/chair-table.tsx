import type { JudgeRow } from '@awards/shared/contract'
import { VisuallyHidden } from '@awards/shared/ui'
import { Table, type TableColumnsType } from 'antd'
import { useTranslation } from 'react-i18next'
import { DecisionTag } from '../common/decision-tag.tsx'
import { Picture } from '../common/picture.tsx'
import { useCapability } from '../common/use-capability.ts'
import { EntryName, Fees, Score, Shown, Votes } from './row-parts.tsx'
import styles from './chair-table.module.css'

export type ChairRowsProps = {
  rows: JudgeRow[]
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
  sort: string | undefined
  onSort: (sort: string) => void
}

const ORDERS = { ascend: '', descend: '-' } as const

/** The entries as a table, for screens with room. */
export function ChairTable({ rows, selected, onSelect, sort, onSort }: ChairRowsProps) {
  const { t } = useTranslation('jury')
  const can = useCapability()
  const orderOf = (key: string) => {
    if (sort?.replace('-', '') !== key) return null
    return sort.startsWith('-') ? ('descend' as const) : ('ascend' as const)
  }
  const sortable = (key: string) => ({ key, sorter: true, sortOrder: orderOf(key) })

  const columns: TableColumnsType<JudgeRow> = [
    {
      key: 'picture',
      title: <VisuallyHidden>{t('column.picture')}</VisuallyHidden>,
      width: 112,
      render: (_, row) => <Picture picture={row.cover} code={row.category.code} sizes="7rem" />,
    },
    { ...sortable('title'), title: t('column.entry'), render: (_, row) => <EntryName row={row} /> },
    { key: 'category', title: t('column.category'), render: (_, row) => row.category.name },
    {
      key: 'votes',
      title: t('column.votes'),
      render: (_, row) => <Votes row={row} />,
    },
    { ...sortable('mean'), title: t('column.score'), render: (_, row) => <Score row={row} /> },
    {
      ...sortable('award'),
      title: t('column.award'),
      render: (_, row) => <DecisionTag award={row.award} status={row.decision_status} />,
    },
    ...(can('can_manage_fees')
      ? [
          {
            key: 'fees',
            title: t('column.fees'),
            render: (_: unknown, row: JudgeRow) => <Fees row={row} />,
          },
        ]
      : []),
    { key: 'shown', title: t('column.shown'), render: (_, row) => <Shown row={row} /> },
  ]
  return (
    <Table<JudgeRow>
      className={styles.table ?? ''}
      rowKey="apply_order_id"
      columns={columns}
      dataSource={rows}
      pagination={false}
      size="middle"
      rowSelection={{
        selectedRowKeys: [...selected],
        onChange: (keys) => onSelect(keys.map(String)),
        getCheckboxProps: ({ title, entry_no }) => ({
          'aria-label': t('chair.select', { title: title || entry_no }),
        }),
      }}
      onChange={(_pages, _filters, sorter) => {
        const [first] = [sorter].flat()
        onSort(first?.order ? `${ORDERS[first.order]}${String(first.columnKey)}` : '')
      }}
    />
  )
}
