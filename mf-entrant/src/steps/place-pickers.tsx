import type { Category, CategoryLeaf, Section } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { ResponsiveImage, below } from '@awards/shared/ui'
import { Checkbox, Radio, type RadioGroupProps } from 'antd'
import { useTranslation } from 'react-i18next'
import categoryStyles from './new-entry.module.css'
import type { PriceList } from '../common/use-programme.ts'
import sectionStyles from './section-picker.module.css'

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
  <Radio.Group {...group} aria-label={label} className={sectionStyles.group ?? ''}>
    {sections.map(({ id, name, description }) => (
      <Radio key={id} value={id} className={sectionStyles.section ?? ''}>
        <span className={sectionStyles.name}>{name}</span>
        <span className={sectionStyles.text}>{description}</span>
      </Radio>
    ))}
  </Radio.Group>
)

type CategoryPickerProps = {
  groups: readonly Category[]
  /** Code of the chosen section; categories closed to it cannot be chosen. */
  section: string | undefined
  value?: string[]
  onChange?: (ids: string[]) => void
  /** Categories in which the project stands already. */
  taken?: readonly string[]
  /** With it, each category says what it costs on top of those already chosen. */
  prices?: PriceList | undefined
  id?: string
}

/** The categories of the programme by their field; a form control of identifiers. */
export function CategoryPicker(props: CategoryPickerProps) {
  const { groups, section, value = [], onChange, taken = [], prices, id } = props
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const toggle = (category: string, isChosen: boolean) =>
    onChange?.(isChosen ? [...value, category] : value.filter((one) => one !== category))
  const price = prices?.of(section)
  const costOf = (category: CategoryLeaf) => {
    if (!price || !prices) {
      const { from_price } = category
      return from_price && t('begin.from', { price: format.money(from_price) })
    }
    const isFirst = taken.length === 0 && (value[0] ?? category.id) === category.id
    const amount_minor = isFirst ? price.first : price.additional
    return format.money({ amount_minor, currency: prices.currency })
  }
  return (
    <div id={id} role="group" aria-label={t('begin.categories')}>
      {groups.map((group) => (
        <fieldset key={group.id} className={categoryStyles.group}>
          <legend className={categoryStyles.legend}>{group.name}</legend>
          <div className={categoryStyles.grid}>
            {group.children.map((category) => {
              const fits = fitsSection(category, section)
              const isTaken = taken.includes(category.id)
              const isOff = !category.is_open || !fits || isTaken
              return (
                <label
                  key={category.id}
                  className={`${categoryStyles.card} ${isOff ? categoryStyles.off : ''} ${
                    value.includes(category.id) ? categoryStyles.chosen : ''
                  }`}
                >
                  {category.image && (
                    <ResponsiveImage
                      picture={category.image}
                      sizes={`${below('small-tablet')} 40vw, 14rem`}
                      ratio="3 / 2"
                      alt=""
                    />
                  )}
                  <span className={categoryStyles.line}>
                    <Checkbox
                      checked={value.includes(category.id)}
                      disabled={isOff}
                      onChange={(event) => toggle(category.id, event.target.checked)}
                    >
                      <span className={categoryStyles.name}>{category.name}</span>
                    </Checkbox>
                    <span className={categoryStyles.note}>
                      {isTaken ? t('begin.taken') : isOff ? t('begin.closed') : costOf(category)}
                    </span>
                  </span>
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
