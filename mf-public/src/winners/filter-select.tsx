import { Select } from 'antd'

type FilterSelectProps = {
  label: string
  value: string | undefined
  options: { value: string; label: string }[]
  onChange: (value: string | undefined) => void
}

/** One filter: shows its own name until something is chosen. */
export const FilterSelect = ({ label, value, options, onChange }: FilterSelectProps) => (
  <Select
    aria-label={label}
    placeholder={label}
    value={value}
    options={options}
    onChange={(next: string | undefined) => onChange(next)}
    allowClear
    showSearch={{ optionFilterProp: 'label' }}
    popupMatchSelectWidth={false}
  />
)
