import { useApiQuery } from '@awards/shared/client'
import { MOST_PEOPLE, people, type PersonRow } from '@awards/shared/contract'
import { useFormat } from '@awards/shared/i18n'
import { filtersIn, useListQuery } from '@awards/shared/list/list-query'
import { EmptyState, QueryState, Tag, ViewTabs } from '@awards/shared/ui'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { DataRequests } from './data-requests.tsx'
import styles from './people.module.css'
import { PersonStory } from './person-story.tsx'

const NAMES = ['keyword', 'person', 'part'] as const
const read = (search: URLSearchParams) =>
  filtersIn(search, NAMES, (name, value) => (name === 'person' ? /^\d+$/.test(value) : true))
    .filters

/** Somebody whom the search has found: who, and what led to them. */
function PersonLine({ person }: { person: PersonRow }) {
  const { t } = useTranslation('organiser')
  const format = useFormat()
  const [search] = useSearchParams()
  const to = new URLSearchParams(search)
  to.set('person', person.user_id)
  return (
    <li className={styles.person}>
      <div className={styles.who}>
        <Link to={`?${to}`} className={styles.name}>
          {person.name}
        </Link>
        <span className={styles.muted}>
          {[person.email, person.company].filter(Boolean).join(' · ')}
        </span>
        {person.found && (
          <span className={styles.muted}>
            {t(`people.found.${person.found.by}`, { words: person.found.words })}
          </span>
        )}
      </div>
      <div className={styles.facts}>
        {person.is_juror && <Tag tone="info">{t('people.juror')}</Tag>}
        {person.rights.length > 0 && <Tag tone="info">{t('people.team')}</Tag>}
        <span>{t('people.entries', { count: person.entries })}</span>
        {person.country && <span>{format.countryName(person.country)}</span>}
        <span className={styles.muted}>
          {person.last_login_at
            ? t('people.lastSeen', { date: format.date(person.last_login_at, 'date') })
            : t('people.neverSeen')}
        </span>
      </div>
    </li>
  )
}

/** People, and what they ask about their data. */
export function PeopleView() {
  const { t } = useTranslation('organiser')
  const { query, change } = useListQuery(read)
  if (query.person) {
    return <PersonStory id={query.person} onBack={() => change({ person: undefined })} />
  }
  const part = query.part === 'requests' ? 'requests' : 'people'
  return (
    <>
      <ViewTabs
        label={t('people.parts')}
        views={[
          { key: 'people', label: t('heading.people'), to: '?view=people' },
          { key: 'requests', label: t('requests.title'), to: '?view=people&part=requests' },
        ]}
        current={part}
      />
      {part === 'requests' ? <DataRequests /> : <PeopleSearch />}
    </>
  )
}

/** Anybody with an account, found by name, address, entry, order or invoice. */
function PeopleSearch() {
  const { t } = useTranslation('organiser')
  const { query, change } = useListQuery(read)
  const list = useApiQuery(people.people, { keyword: query.keyword })
  return (
    <>
      <div className={styles.search} role="search" aria-label={t('people.search')}>
        <Input.Search
          id="desk-search"
          aria-label={t('people.keyword')}
          placeholder={t('people.keyword')}
          defaultValue={query.keyword ?? ''}
          allowClear
          enterButton
          onSearch={(keyword) => change({ keyword: keyword.trim() })}
        />
      </div>
      <QueryState query={list}>
        {({ list: found, is_cut }) =>
          found.length === 0 ? (
            <EmptyState title={t('people.none')}>{t('people.noneText')}</EmptyState>
          ) : (
            <>
              <p className={styles.muted} role="status">
                {is_cut
                  ? t(query.keyword ? 'people.cut' : 'people.newest', { most: MOST_PEOPLE })
                  : t('people.count', { count: found.length })}
              </p>
              <ul role="list" className={styles.people} aria-label={t('heading.people')}>
                {found.map((person) => (
                  <PersonLine key={person.user_id} person={person} />
                ))}
              </ul>
            </>
          )
        }
      </QueryState>
    </>
  )
}
