import type { PhaseInfo } from '@awards/shared/contract'
import { DECISION_STATUS, ENTRY_FEE_STATUS, ENTRY_STATUS } from '@awards/shared/domain'
import { useCurrentUser } from '@awards/shared/session'
import { Button, Input, Select } from 'antd'
import { memo, useState } from 'react'
import { NARROW, useMedia } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useCapability } from '../common/use-capability.ts'
import { useJudgeAgentCodeQuery, useJuryCategoriesQuery } from '../jury.api.ts'
import styles from './chair-table-view.module.css'
import type { ChairFilterName, ChairFilterValues } from './use-chair-filters.ts'

type ChairFiltersProps = {
  filters: ChairFilterValues
  phases: readonly PhaseInfo[]
  onChange: (values: ChairFilterValues) => void
}
type Option = { value: string; label: string }

const S = ENTRY_STATUS
const STATUSES = [S.registered, S.admitted, S.in_judging, S.decided, S.awarded, S.not_awarded]

/** What narrows the chair's table; every choice is in the address. */
export const ChairFilters = memo(function ChairFilters(props: ChairFiltersProps) {
  const { filters, phases, onChange } = props
  const { t } = useTranslation(['jury', 'shared'])
  const can = useCapability()
  const isNarrow = useMedia(NARROW)
  const [isOpen, setIsOpen] = useState(false)
  const panel = useCurrentUser()?.juror?.category_ids
  const { data: tree = [] } = useJuryCategoriesQuery({})
  const { data: agents = [] } = useJudgeAgentCodeQuery({})

  const editions = [...new Map(phases.map(({ edition }) => [edition.id, edition])).values()]
  const reviewed = phases.find(({ is_current, phase }) => is_current && phase >= 3 && phase <= 7)
  const categories = tree
    .flatMap(({ children, ...parent }) => (children.length > 0 ? children : [parent]))
    .filter(({ id }) => panel?.includes(id) ?? true)
  const statuses = (names: Record<string, number>, key: string, only?: readonly number[]) =>
    Object.entries(names)
      .filter(([, value]) => !only || only.includes(value))
      .map(([name, value]) => ({ value: String(value), label: t(`${key}.${name}`) }))

  const select = (name: ChairFilterName, options: Option[], shown?: string) => (
    <Select
      key={name}
      className={styles.select ?? ''}
      aria-label={t(`filter.${name}`)}
      placeholder={t(`filter.${name}`)}
      value={filters[name] ?? shown ?? null}
      options={options}
      allowClear={filters[name] !== undefined}
      showSearch={{ optionFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      onChange={(value: string | null) => onChange({ [name]: value ?? '' })}
    />
  )
  const more = (
    <>
      {select(
        'category_id',
        categories.map(({ id, name }) => ({ value: id, label: name })),
      )}
      {select('entry_status', statuses(ENTRY_STATUS, 'shared:status.entry', STATUSES))}
      {select('decision_status', statuses(DECISION_STATUS, 'decision'))}
      {can('can_manage_fees') &&
        select('entry_fee_status', statuses(ENTRY_FEE_STATUS, 'shared:status.entry_fee'))}
      {select('is_show', [
        { value: '1', label: t('filter.shown') },
        { value: '0', label: t('filter.hidden') },
      ])}
      {agents.length > 0 &&
        select(
          'code',
          agents.map(({ code, label }) => ({ value: code, label: `${code} ${label}` })),
        )}
    </>
  )
  return (
    <div className={styles.filters} role="search" aria-label={t('filter.label')}>
      <Input.Search
        className={styles.search ?? ''}
        aria-label={t('filter.keyword')}
        placeholder={t('filter.keyword')}
        defaultValue={filters.keyword ?? ''}
        allowClear
        onSearch={(value) => onChange({ keyword: value.trim() })}
      />
      {select(
        'edition_id',
        editions.map(({ id, name }) => ({ value: id, label: name })),
        reviewed?.edition.id,
      )}
      {isNarrow && (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'filter.fewer' : 'filter.more')}
        </Button>
      )}
      {(!isNarrow || isOpen) && more}
    </div>
  )
})
