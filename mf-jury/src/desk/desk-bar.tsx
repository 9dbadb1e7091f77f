import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk-bar.module.css'
import { below, useMedia } from '@awards/shared/ui'
import { ConfigProvider, Select } from 'antd'
import { useDeskScope } from './use-desk-scope.ts'

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
