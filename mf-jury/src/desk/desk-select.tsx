import { Select } from 'antd'
import styles from './desk-bar.module.css'

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
