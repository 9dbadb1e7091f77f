import { Button, Checkbox, Popover, Segmented } from 'antd'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@awards/shared/i18n'
import type { ScreenColumn } from '@awards/shared/contract'
import { useCapability } from '../../common/use-capability.ts'
import type { ChairFilterValues } from '../use-chair-filters.ts'
import { COLUMNS, HIDDEN, headingOf } from './columns.tsx'
import type { Density } from './entry-grid.tsx'
import styles from './look-menu.module.css'

type LookMenuProps = {
  filters: ChairFilterValues
  onChange: (values: ChairFilterValues) => void
  isNarrow: boolean
}

/** The view that the address asks for: which columns there are, and how tall a row is. */
export function lookOf({ columns, hide, density }: ChairFilterValues, seesFees: boolean) {
  const view = columns === 'money' && seesFees ? ('money' as const) : ('scoring' as const)
  const hidden = hide === undefined ? HIDDEN : hide.split(',')
  const isHidden = (key: ScreenColumn) => key !== 'entry' && hidden.includes(key)
  return {
    view,
    density: density === 'compact' ? ('compact' as const) : ('comfortable' as const),
    columns: COLUMNS[view].filter(({ key }) => !isHidden(key)),
    isHidden,
  }
}

/** Scores or fees, the columns, and the density of the table. */
export const LookMenu = memo(function LookMenu(props: LookMenuProps) {
  const { filters, onChange, isNarrow } = props
  const { t } = useTranslation('jurytable')
  const language = useLanguage()
  const seesFees = useCapability()('can_manage_fees')
  const { view, density, isHidden } = lookOf(filters, seesFees)
  const keys = COLUMNS[view].map(({ key }) => key)
  const choose = (shown: readonly string[]) => {
    const hide = keys.filter((key) => key !== 'entry' && !shown.includes(key)).join(',')
    onChange({ hide: hide === HIDDEN.join(',') ? '' : hide || 'none' })
  }
  return (
    <div className={styles.menu}>
      {seesFees && (
        <Segmented
          size="small"
          aria-label={t('look.view')}
          value={view}
          options={(['scoring', 'money'] as const).map((value) => ({
            value,
            label: t(`look.${value}`),
          }))}
          onChange={(value) => onChange({ columns: value === 'money' ? value : '', hide: '' })}
        />
      )}
      {!isNarrow && (
        <Popover
          trigger="click"
          placement="bottomRight"
          title={t('look.columns')}
          content={
            <div className={styles.choice}>
              <Checkbox.Group
                className={styles.columns ?? ''}
                value={keys.filter((key) => !isHidden(key))}
                options={keys.map((value) => ({
                  value,
                  label: headingOf(value, language),
                  disabled: value === 'entry',
                }))}
                onChange={choose}
              />
              <Segmented<Density>
                size="small"
                block
                aria-label={t('look.density')}
                value={density}
                options={(['comfortable', 'compact'] as const).map((value) => ({
                  value,
                  label: t(`look.${value}`),
                }))}
                onChange={(value) => onChange({ density: value === 'compact' ? value : '' })}
              />
            </div>
          }
        >
          <Button size="small">{t('look.columns')}</Button>
        </Popover>
      )}
    </div>
  )
})
