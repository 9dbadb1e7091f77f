import { useLanguage } from '@awards/shared/i18n'
import { Button } from '@awards/shared/ui'
import { SelectField } from '@awards/shared/ui/native/select-field'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './filters.module.css'

/**
 * The value of a filter in the address, and what shows it. A press is shown at once, although the address changes only
 * when the next page is there; when the address changes otherwise, the control follows.
 */
function useShown(value: string): [string, (value: string) => void] {
  const [state, setState] = useState({ value, shown: value })
  if (state.value !== value) setState({ value, shown: value })
  return [state.value === value ? state.shown : value, (shown) => setState({ value, shown })]
}

/** The calls of the lists refuse longer words. */
const LONGEST_KEYWORD = 80

type SearchFormProps = {
  /** What is looked through, as name and placeholder of the field. */
  label: string
  /** What the list was searched for, as the address has it. */
  keyword: string | undefined
  id?: string
  shortcut?: string
  className?: string | undefined
  onSearch: (keyword: string) => void
}

/** Searches a list by words: Enter or the button asks, a field that was emptied asks for all. */
export function SearchForm({ label, keyword = '', onSearch, ...more }: SearchFormProps) {
  const { id, shortcut, className = '' } = more
  const { t } = useTranslation('shared')
  const field = useRef<HTMLInputElement>(null)
  // The address may change without the field: by the back button, or by a link that clears the filters.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== keyword) field.current.value = keyword
  }, [keyword])
  const search = (words: string) => {
    if (words.trim() !== keyword) onSearch(words.trim())
  }
  return (
    <form
      className={`${styles.form} ${className}`}
      onSubmit={(event) => {
        event.preventDefault()
        search(field.current?.value ?? '')
      }}
    >
      <input
        ref={field}
        id={id}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        placeholder={label}
        maxLength={LONGEST_KEYWORD}
        defaultValue={keyword}
        onChange={({ target }) => target.value === '' && search('')}
      />
      <button type="submit" className={styles.button} aria-label={t('search')}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="10.5" cy="10.5" r="6.5" />
          <path d="M15.5 15.5 21 21" />
        </svg>
      </button>
    </form>
  )
}

type Choice = { value: string; label: string }
type FilterSelectProps = {
  label: string
  /** Words of the choice that filters nothing. */
  any: string
  value: string
  options: readonly Choice[]
  onChange: (value: string) => void
}

/** One value of a filter, or none. */
export function FilterSelect({ label, any, value, options, onChange }: FilterSelectProps) {
  const [shown, show] = useShown(value)
  return (
    <SelectField
      isLabelHidden
      label={label}
      placeholder={any}
      value={shown}
      options={options}
      onChange={({ target }) => {
        show(target.value)
        onChange(target.value)
      }}
    />
  )
}

type FilterTabsProps = {
  /** Accessible name of the group. */
  label: string
  value: string
  options: readonly { value: string; label: ReactNode }[]
  onChange: (value: string) => void
}

/** A few values side by side, of which one is on: native radio buttons under the look of one control. */
export function FilterTabs({ label, value, options, onChange }: FilterTabsProps) {
  const name = useId()
  const [shown, show] = useShown(value)
  return (
    <div className={styles.tabs} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.tab}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={option.value}
            checked={option.value === shown}
            onChange={() => {
              show(option.value)
              onChange(option.value)
            }}
          />
          <span className={styles.label}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

type WrongFiltersProps = {
  /** Namespace with the labels of the filters, under `filter`. */
  namespace: 'books' | 'jury'
  /** Filters of the address that make no sense; nothing is shown without. */
  names: readonly string[]
  /** Takes these filters out of the address, or all of them. */
  onClear: (names?: readonly string[]) => void
}

/** Names the filters of an address that were left out, and takes them away. */
export function WrongFilters({ namespace, names, onClear }: WrongFiltersProps) {
  const { t } = useTranslation([namespace, 'shared'])
  const language = useLanguage()
  if (names.length === 0) return null
  const labels = names.map((name) => t(`${namespace}:filter.${name}`))
  const list = new Intl.ListFormat(language, { type: 'conjunction' }).format(labels)
  return (
    <div className={styles.notice} role="alert">
      <p className={styles.noticeTitle}>
        {t('shared:wrongFilter.title', { count: names.length, names: list })}
      </p>
      <p>{t('shared:wrongFilter.text')}</p>
      <div className={styles.actions}>
        {names.map((name, index) => (
          <Button key={name} size="small" onClick={() => onClear([name])}>
            {t('shared:wrongFilter.clear', { name: labels[index] })}
          </Button>
        ))}
        <Button size="small" type="link" onClick={() => onClear()}>
          {t('shared:wrongFilter.clearAll')}
        </Button>
      </div>
    </div>
  )
}
