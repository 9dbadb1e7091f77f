import { useFormat, useLanguage } from '@awards/shared/i18n'
import { useServerRenderedForm } from '@awards/shared/forms/use-server-rendered-form'
import { paths } from '@awards/shared/paths'
import { Button, VisuallyHidden } from '@awards/shared/ui'
import { useEffect, useState, type ChangeEvent, type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHref, Link } from 'react-router-dom'
import { SelectField } from '@awards/shared/ui/native/select-field'
import { TextField } from '@awards/shared/ui/native/field'
import {
  KEYWORD_LENGTH,
  type WinnerFilterName,
  type WinnerFilters as Filters,
  type WinnerSearch,
  winnerQuery,
  activeFilters,
  categoryChoices,
  countryChoices,
  hasTotals,
  plainChoices,
  type WinnerFacets,
  nameOfChoice,
} from './winner-search.ts'
import styles from './winner-filters.module.css'

type AwardLinksProps = { search: WinnerSearch; facets: WinnerFacets | undefined }

/** The award levels as links that narrow the list down, keeping its other filters. */
export function AwardLinks({ search, facets }: AwardLinksProps) {
  const { t } = useTranslation('public')
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen the list of awards scrolls: brings the active award into view.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && link) {
      list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2
    }
  }, [search.award, facets])
  const all = { code: undefined, name: t('winners.allAwards'), total: facets?.total }
  return (
    <nav className={styles.nav} aria-label={t('winners.byAward')}>
      <ul role="list" className={styles.awardList} ref={list}>
        {[all, ...(facets?.awards ?? [])].map(({ code, name, total }) => (
          <li key={code ?? 'all'}>
            <Link
              to={paths.winners(winnerQuery({ ...search, award: code, current: 1 }))}
              preventScrollReset
              className={styles.link}
              aria-current={code === search.award ? 'true' : undefined}
            >
              {name}
              {total !== undefined && hasTotals(search, 'award') && (
                <span className={styles.total}> {total}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const PAUSE_MS = 350

type KeywordFieldProps = { keyword: string; onKeyword: (keyword: string) => void }

/** Keyword search; searches by itself after a pause in typing. */
function KeywordField({ keyword, onKeyword }: KeywordFieldProps) {
  const { t } = useTranslation('public')
  const [text, setText] = useState(keyword)
  const [isTyping, setTyping] = useState(false)
  const [known, setKnown] = useState(keyword)
  if (keyword !== known) {
    setKnown(keyword)
    // Follows a change made elsewhere, but never while the visitor types.
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
  const field = useServerRenderedForm<HTMLInputElement>(({ value }) => {
    setText(value)
    setTyping(true)
  })
  return (
    <TextField
      ref={field}
      label={t('winners.filter.keyword')}
      isLabelHidden
      type="search"
      name="keyword"
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
  )
}

type WinnerFiltersProps = {
  search: WinnerSearch
  facets: WinnerFacets | undefined
  narrow: (filters: Filters, options?: { replace?: boolean }) => void
}
type Choices = Parameters<typeof SelectField>[0]['options']

/** All filters but the award: a GET form, which works without scripts too. */
export function WinnerFilters({ search, facets, narrow }: WinnerFiltersProps) {
  const { t } = useTranslation('public')
  const language = useLanguage()
  const { countryName } = useFormat()
  const action = useHref(paths.winners())
  const form = useServerRenderedForm((changed) => {
    const chosen = [...changed.querySelectorAll('select')].map(
      ({ name, value }) => [name, value || undefined] as const,
    )
    if (chosen.some(([name, value]) => value !== search[name as WinnerFilterName])) {
      narrow(Object.fromEntries(chosen))
    }
  })
  const change = ({ target }: ChangeEvent<HTMLSelectElement>) =>
    narrow({ [target.name]: target.value || undefined })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const keyword = new FormData(event.currentTarget).get('keyword')
    narrow({ keyword: typeof keyword === 'string' ? keyword.trim() : '' })
  }
  const isWhole = (name: WinnerFilterName) => hasTotals(search, name)
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
      ref={form}
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
      {select('category', facets && categoryChoices(facets.categories, isWhole('category')))}
      {select('section', facets && plainChoices(facets.sections, isWhole('section')))}
      {select('edition', facets && plainChoices(facets.editions, isWhole('edition')))}
      {select(
        'country',
        facets && countryChoices(facets.countries, countryName, language, isWhole('country')),
      )}
      <div className={styles.send}>
        <Button type="primary" htmlType="submit">
          {t('winners.show')}
        </Button>
      </div>
    </form>
  )
}

type ActiveFiltersProps = {
  search: WinnerSearch
  facets: WinnerFacets | undefined
  /** Moves the focus: the link that had it disappears together with its filter. */
  onRemoved: () => void
}

/** The active filters; each is a link to the list without it. */
export function ActiveFilters({ search, facets, onRemoved }: ActiveFiltersProps) {
  const { t } = useTranslation('public')
  const { countryName } = useFormat()
  const active = activeFilters(search)
  if (active.length === 0) return null
  return (
    <ul role="list" className={styles.activeList} aria-label={t('winners.active')}>
      {active.map(([name, value]) => (
        <li key={name}>
          <Link
            to={paths.winners(winnerQuery({ ...search, [name]: undefined, current: 1 }))}
            preventScrollReset
            className={styles.chip}
            onClick={onRemoved}
          >
            <VisuallyHidden>{t(`winners.remove.${name}`)} </VisuallyHidden>
            <span className={styles.value} suppressHydrationWarning>
              {nameOfChoice(facets, name, value, countryName)}
            </span>
            <span aria-hidden="true" className={styles.cross} />
          </Link>
        </li>
      ))}
      <li>
        <Link to={paths.winners()} preventScrollReset className={styles.clear} onClick={onRemoved}>
          {t('winners.clear')}
        </Link>
      </li>
    </ul>
  )
}
