import { useLanguage } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Button } from '@awards/shared/ui'
import { useEffect, useState, type ChangeEvent, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useHref } from 'react-router-dom'
import { SelectField } from '../ui/form/select-field.tsx'
import { useCountryName } from '../ui/use-country-name.ts'
import fieldStyles from '../ui/form/field.module.css'
import { Field } from '../ui/form/field.tsx'
import {
  KEYWORD_LENGTH,
  type WinnerFilterName,
  type WinnerFilters as Filters,
  type WinnerSearch,
} from './winner-search.ts'
import {
  categoryChoices,
  countryChoices,
  plainChoices,
  type WinnerFacets,
} from './winner-facets.ts'
import styles from './winner-filters.module.css'

const PAUSE_MS = 350

type KeywordFieldProps = { keyword: string; onKeyword: (keyword: string) => void }

/** The search by words; it looks by itself when the typing rests. */
function KeywordField({ keyword, onKeyword }: KeywordFieldProps) {
  const { t } = useTranslation('public')
  const [text, setText] = useState(keyword)
  const [isTyping, setTyping] = useState(false)
  const [known, setKnown] = useState(keyword)
  if (keyword !== known) {
    setKnown(keyword)
    // What was changed elsewhere is taken over, but never while somebody writes.
    if (!isTyping && keyword !== text.trim()) setText(keyword)
  }
  useEffect(() => {
    if (!isTyping) return undefined
    const timer = setTimeout(() => {
      setTyping(false)
      if (text.trim() !== keyword) onKeyword(text.trim())
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isTyping, text, keyword, onKeyword])
  return (
    <Field label={t('winners.filter.keyword')} isLabelHidden>
      {(attributes) => (
        <input
          {...attributes}
          type="search"
          name="keyword"
          className={fieldStyles.control}
          value={text}
          maxLength={KEYWORD_LENGTH}
          placeholder={t('winners.filter.keyword')}
          autoComplete="off"
          enterKeyHint="search"
          spellCheck={false}
          onChange={({ target }) => {
            setText(target.value)
            setTyping(true)
          }}
        />
      )}
    </Field>
  )
}

type WinnerFiltersProps = {
  search: WinnerSearch
  facets: WinnerFacets | undefined
  narrow: (filters: Filters, options?: { replace?: boolean }) => void
}
type Choices = Parameters<typeof SelectField>[0]['options']

/** What narrows the list of winners down, beside the award: a form that reads, with or without scripts. */
export function WinnerFilters({ search, facets, narrow }: WinnerFiltersProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const countryName = useCountryName()
  const action = useHref(paths.winners())
  const change = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    narrow({ [target.name]: target.value || undefined })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyword = new FormData(event.currentTarget).get('keyword')
    narrow({ keyword: typeof keyword === 'string' ? keyword.trim() : '' })
  }
  const select = (name: WinnerFilterName, options: Choices = []) => {
    const value = search[name] ?? ''
    const isKnown = options.some((choice) =>
      'options' in choice
        ? choice.options.some((each) => each.value === value)
        : choice.value === value,
    )
    return (
      <SelectField
        name={name}
        label={t(`winners.filter.${name}`)}
        isLabelHidden
        placeholder={t(`winners.filter.${name}`)}
        options={value === '' || isKnown ? options : [...options, { value, label: value }]}
        value={value}
        onChange={change}
        autoComplete="off"
        data-chosen={value !== '' || undefined}
      />
    )
  }
  return (
    <form
      role="search"
      action={action}
      method="get"
      className={styles.filters}
      aria-label={t('winners.filters')}
      onSubmit={submit}
    >
      {search.award && <input type="hidden" name="award" value={search.award} />}
      <div className={styles.keyword}>
        <KeywordField
          keyword={search.keyword ?? ''}
          onKeyword={(keyword) => narrow({ keyword }, { replace: true })}
        />
      </div>
      {select('category', facets && categoryChoices(facets.categories))}
      {select('section', facets && plainChoices(facets.sections))}
      {select('edition', facets && plainChoices(facets.editions))}
      {select('country', facets && countryChoices(facets.countries, countryName, language))}
      <div className={styles.send}>
        <Button type="primary" htmlType="submit">
          {t('winners.show')}
        </Button>
      </div>
    </form>
  )
}
