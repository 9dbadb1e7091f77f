import { openFile, siteConfiguration, useApiMutation, useApiQuery } from '@awards/shared/client'
import { auditDesk } from '@awards/shared/contract'
import { DAY_MS, AUDIT_AREAS, dayIn, type AuditArea } from '@awards/shared/domain'
import { filtersIn, useListQuery } from '@awards/shared/list/list-query'
import { EmptyState, QueryState } from '@awards/shared/ui'
import { App, Button, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { AuditLines } from './audit-lines.tsx'
import styles from './audit.module.css'

const NAMES = ['person', 'area', 'from', 'to', 'before'] as const
/** A page further back is a step that the back button takes back. */
const STEPS = ['before']
const DAY = /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/
const RIGHT = {
  person: /^\d+$/,
  area: new RegExp(`^(${AUDIT_AREAS.join('|')})$`),
  from: DAY,
  to: DAY,
  before: /^\d+$/,
}
const DAYS_OF_A_FILE = 365

function read(search: URLSearchParams) {
  const { filters } = filtersIn(search, NAMES, (name, value) => RIGHT[name].test(value))
  const { person, area, ...rest } = filters
  return { ...rest, user_id: person, area: area as AuditArea | undefined }
}

/** Who changed what and when, narrowed by person, kind and period, and as a file. */
export function AuditView() {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const { search, query, change } = useListQuery(read, STEPS)
  const acts = useApiQuery(auditDesk.audit, query)
  const [exportActs, { isLoading }] = useApiMutation(auditDesk.exportAudit)

  // A filter begins at its newest act.
  const narrow = (values: Partial<Record<(typeof NAMES)[number], string | undefined>>) =>
    change({ ...values, before: undefined }, { replace: true })
  const save = async () => {
    const zone = siteConfiguration().time_zone
    const to = query.to ?? dayIn(new Date(), zone)
    const from = query.from ?? dayIn(new Date(Date.parse(to) - DAYS_OF_A_FILE * DAY_MS), zone)
    const { user_id, area } = query
    const { data } = await exportActs({ user_id, area, from, to })
    if (!data) return
    openFile(data.url)
    void message.success(t('audit.saved', { count: data.rows }))
  }
  const older = (next: string) => {
    const to = new URLSearchParams(search)
    to.set('before', next)
    return `?${to}`
  }
  const newest = new URLSearchParams(search)
  newest.delete('before')

  return (
    <>
      <div className={styles.filters} role="search" aria-label={t('audit.filters')}>
        <Select
          aria-label={t('audit.area')}
          value={query.area ?? ''}
          options={['', ...AUDIT_AREAS].map((area) => ({
            value: area,
            label: t(`audit.areas.${area || 'all'}`),
          }))}
          onChange={(area: string) => narrow({ area })}
          popupMatchSelectWidth={false}
        />
        <Input
          type="date"
          aria-label={t('audit.from')}
          value={query.from ?? ''}
          onChange={({ target }) => narrow({ from: target.value })}
        />
        <Input
          type="date"
          aria-label={t('audit.to')}
          value={query.to ?? ''}
          onChange={({ target }) => narrow({ to: target.value })}
        />
        <Button loading={isLoading} onClick={() => void save()}>
          {t('audit.save')}
        </Button>
      </div>
      {query.user_id && (
        <p className={styles.of}>
          {t('audit.of', { name: acts.currentData?.person?.name ?? '' })}{' '}
          <Button size="small" onClick={() => narrow({ person: undefined })}>
            {t('audit.ofAll')}
          </Button>
        </p>
      )}
      <QueryState query={acts}>
        {({ list, next }) => (
          <>
            {list.length === 0 ? (
              <EmptyState title={t('audit.none')} />
            ) : (
              <AuditLines rows={list} label={t('heading.audit')} />
            )}
            <nav className={styles.pages} aria-label={t('audit.pages')}>
              {query.before && <Link to={`?${newest}`}>{t('audit.newest')}</Link>}
              {next && <Link to={older(next)}>{t('audit.older')}</Link>}
            </nav>
          </>
        )}
      </QueryState>
    </>
  )
}
