import { Button, Checkbox, Segmented } from 'antd'
import { memo, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '@awards/shared/i18n'
import type { ScreenColumn } from '@awards/shared/contract'
import { storedText } from '@awards/shared/browser/store'
import { useCapability } from '../../common/use-capability.ts'
import type { ChairFilterValues } from '../use-chair-filters.ts'
import { COLUMNS, HIDDEN, headingOf } from './columns.tsx'
import type { Density } from './entry-grid.tsx'
import styles from './look-menu.module.css'

const densityStore = storedText('jury-table-density', 'localStorage')
const readDensity = (): Density =>
  densityStore.read() === 'comfortable' ? 'comfortable' : 'compact'

/** How tall a row is, as somebody has chosen it in this browser; an address that says another thing wins. */
export const rowDensity = { choose: (density: Density) => void densityStore.write(density) }

export const useRowDensity = (): Density =>
  useSyncExternalStore(densityStore.subscribe, readDensity)

type LookMenuProps = {
  filters: ChairFilterValues
  onChange: (values: ChairFilterValues) => void
  isNarrow: boolean
}

const DENSITIES = ['compact', 'comfortable'] as const satisfies readonly Density[]

/** The view that the address asks for: which columns there are, and how tall a row is where it says so. */
export function lookOf({ columns, hide, density }: ChairFilterValues, seesFees: boolean) {
  const view = columns === 'money' && seesFees ? ('money' as const) : ('scoring' as const)
  const hidden = hide === undefined ? HIDDEN : hide.split(',')
  const isHidden = (key: ScreenColumn) => key !== 'entry' && hidden.includes(key)
  return {
    view,
    density: DENSITIES.find((one) => one === density),
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
  const kept = useRowDensity()
  const { view, density = kept, isHidden } = lookOf(filters, seesFees)
  const keys = COLUMNS[view].map(({ key }) => key)
  const choose = (shown: readonly string[]) => {
    const hide = keys.filter((key) => key !== 'entry' && !shown.includes(key)).join(',')
    onChange({ hide: hide === HIDDEN.join(',') ? '' : hide || 'none' })
  }
  const chooseDensity = (chosen: Density) => {
    rowDensity.choose(chosen)
    onChange({ density: '' })
  }
  const [isOpen, setIsOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !menu.current?.contains(target)) setIsOpen(false)
    }
    const escape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setIsOpen(false)
      menu.current?.querySelector('button')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', escape)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', escape)
    }
  }, [isOpen])
  if (isNarrow && !seesFees) return null
  return (
    <div ref={menu} className={styles.menu}>
      <Button size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('look.open')}
      </Button>
      {isOpen && (
        <div className={styles.choice} data-roving-free>
          {seesFees && (
            <Segmented
              block
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
            <>
              <Segmented<Density>
                block
                aria-label={t('look.density')}
                value={density}
                options={DENSITIES.map((value) => ({ value, label: t(`look.${value}`) }))}
                onChange={chooseDensity}
              />
              <Checkbox.Group
                className={styles.columns ?? ''}
                aria-label={t('look.columns')}
                value={keys.filter((key) => !isHidden(key))}
                options={keys.map((value) => ({
                  value,
                  label: headingOf(value, language),
                  disabled: value === 'entry',
                }))}
                onChange={choose}
              />
            </>
          )}
        </div>
      )}
    </div>
  )
})
