import type { Section, CategoryLeaf } from '@awards/shared/contract'
import { Radio, type RadioGroupProps } from 'antd'
import styles from './section-picker.module.css'

/** Whether works of a section may be entered in a category; one that names no section takes them all. */
export const fitsSection = (
  { sections_allowed }: Pick<CategoryLeaf, 'sections_allowed'>,
  section: string | undefined,
): boolean => !section || sections_allowed.length === 0 || sections_allowed.includes(section)

type SectionPickerProps = Pick<RadioGroupProps, 'value' | 'onChange' | 'id' | 'disabled'> & {
  sections: readonly Section[]
  label: string
}

/** The sections of the programme, each with the words that say who belongs there. */
export const SectionPicker = ({ sections, label, ...group }: SectionPickerProps) => (
  <Radio.Group {...group} aria-label={label} className={styles.group ?? ''}>
    {sections.map(({ id, name, description }) => (
      <Radio key={id} value={id} className={styles.section ?? ''}>
        <span className={styles.name}>{name}</span>
        <span className={styles.text}>{description}</span>
      </Radio>
    ))}
  </Radio.Group>
)
