import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk-bar.module.css'
import { below, useMedia } from '@awards/shared/ui'
import { ConfigProvider, Select } from 'antd'
import { useApiQuery } from '@awards/shared/client'
import { judge, type PhaseInfo, publication } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { useFilters } from '../common/use-filters.ts'

const PLACE = ['edition_id', 'category_id'] as const
const NO_PHASES: readonly PhaseInfo[] = []

/** The edition and the category that a part of the desk shows, and those one may choose. */
export function useDeskScope() {
  const { filters } = useFilters(PLACE)
  const panel = useCurrentUser()?.juror?.category_ids
  const { data: phases } = useApiQuery(judge.getPhase)
  const { data: tree = [], isLoading } = useApiQuery(
    publication.category,
    {},
    { skipErrorHandler: false },
  )
  const list = phases?.list ?? NO_PHASES

  const editions = [...new Map(list.map(({ edition }) => [edition.id, edition])).values()]
  const editionId = filters.edition_id ?? phases?.current?.edition.id
  const ofEdition = list.filter(({ edition }) => edition.id === editionId)
  const categories = tree
    .flatMap(({ children, ...parent }) => (children.length > 0 ? children : [parent]))
    .filter(({ id }) => panel?.includes(id) ?? true)
  return {
    editions,
    editionId,
    phases: ofEdition,
    phase: ofEdition.find(({ is_current }) => is_current),
    categories,
    /** False where the panel has none, or they could not be read. */
    hasCategories: isLoading || categories.length > 0,
    categoryId: filters.category_id,
  }
}

type DeskSelectProps = {
  label: string
  value: string | undefined
  options: readonly { value: string; label: string }[]
  /** Whether it may be left open. */
  isOptional?: boolean
  onChange: (value: string | undefined) => void
}

/** A choice in the bar above a list. */
export const DeskSelect = ({ label, value, options, isOptional, onChange }: DeskSelectProps) => (
  <Select
    className={styles.select ?? ''}
    aria-label={label}
    placeholder={label}
    value={value ?? null}
    options={[...options]}
    allowClear={isOptional === true && value !== undefined}
    showSearch={{ optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
    onChange={(chosen: string | null) => onChange(chosen ?? undefined)}
  />
)

type DeskBarProps = {
  /** Without it the part has no choice of a category. */
  category?: 'optional' | 'needed'
  categoryId?: string | undefined
  onChange: (values: Record<string, string | undefined>) => void
  children?: ReactNode
  /** Buttons at the right. */
  actions?: ReactNode
}

/** What a part of the desk shows: edition, category and its own filters, then its buttons. */
export function DeskBar({ category, categoryId, onChange, children, actions }: DeskBarProps) {
  const { t } = useTranslation('jurydesk')
  const place = useDeskScope()
  const isNarrow = useMedia(below('wide'))
  return (
    <ConfigProvider componentSize={isNarrow ? 'middle' : 'small'}>
      <div className={styles.bar}>
        <div className={styles.filters} role="search" aria-label={t('bar.label')}>
          <DeskSelect
            label={t('bar.edition')}
            value={place.editionId}
            options={place.editions.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(edition_id) => onChange({ edition_id })}
          />
          {category && (
            <DeskSelect
              label={t('bar.category')}
              value={categoryId ?? place.categoryId}
              options={place.categories.map(({ id, name }) => ({ value: id, label: name }))}
              isOptional={category === 'optional'}
              onChange={(category_id) => onChange({ category_id })}
            />
          )}
          {children}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </ConfigProvider>
  )
}
