import { useApiMutation, useApiQuery } from '@awards/shared/client'
import {
  organiser,
  type AdmissionResults,
  type AdmissionRow,
  type Output,
} from '@awards/shared/contract'
import { ADMISSION_STATES } from '@awards/shared/domain'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { filtersIn, pageOf, useListQuery } from '@awards/shared/list/list-query'
import { EmptyState, QueryState, ViewTabs } from '@awards/shared/ui'
import { App, Button, Checkbox, Input, Pagination, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { chosenOf, CorrectionDialog, RefuseDialog } from './admission-dialogs.tsx'
import { AdmissionLine, goOn, lineInFocus } from './admission-line.tsx'
import styles from './admission-view.module.css'

const Drawer = lazy(() =>
  import('./entry-drawer.tsx').then((module) => ({ default: module.EntryDrawer })),
)

const PAGE_SIZE = 50
const NAMES = ['edition_id', 'keyword', 'state'] as const

const read = (search: URLSearchParams) => {
  const { filters } = filtersIn(search, NAMES, (name, value) =>
    name === 'edition_id' ? /^\d+$/.test(value) : true,
  )
  const state = ADMISSION_STATES.find((one) => one === filters.state) ?? 'waiting'
  return { ...filters, state, current: pageOf(search), pageSize: PAGE_SIZE }
}

type Queue = Output<typeof organiser.admissionList>
type Asking = { act: 'ask' | 'refuse'; rows: readonly AdmissionRow[] }

/** What became of the rows that were refused, by number and reason; it stays until the next step. */
function Refused({ results }: { results: AdmissionResults['results'] }) {
  const { t } = useTranslation(['organiser', 'shared'])
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return null
  return (
    <div role="alert" className={styles.refused}>
      <p>{t('admission.notDone', { count: refused.length })}</p>
      <ul>
        {refused.map(({ apply_order_id, entry_no, reason, message }) => (
          <li key={apply_order_id}>
            <strong>{entry_no || apply_order_id}</strong>{' '}
            {t(`admission.because.${reason ?? ''}`, { defaultValue: message ?? '' })}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The queue of one edition: what waits, what is with its entrant, what is admitted or refused. */
export function AdmissionView() {
  const { t } = useTranslation('organiser')
  const { message } = App.useApp()
  const [search] = useSearchParams()
  const { query, change } = useListQuery(read)
  const queue = useApiQuery(organiser.admissionList, query)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [asking, setAsking] = useState<Asking>()
  const [shown, setShown] = useState<string>()
  const [results, setResults] = useState<AdmissionResults['results']>([])
  const [admit, { isLoading }] = useApiMutation(organiser.admit)
  const rows = queue.data?.list ?? []
  const marked = rows.filter(({ apply_order_id }) => chosen.includes(apply_order_id))
  const mayDecide = query.state !== 'refused'
  const mayAdmit = query.state === 'waiting' || query.state === 'correction'
  const mayAsk = query.state === 'waiting' || query.state === 'admitted'

  const done = (act: 'admit' | 'ask' | 'refuse') => (answer: AdmissionResults) => {
    setAsking(undefined)
    setResults(answer.results)
    const failed = answer.results.filter(({ outcome }) => outcome === 'refused')
    setChosen(failed.map(({ apply_order_id }) => apply_order_id))
    if (answer.done > 0) void message.success(t(`admission.done.${act}`, { count: answer.done }))
    if (failed.length === 0) setShown(undefined)
  }
  const admitAll = async (list: readonly AdmissionRow[]) => {
    if (list.length === 0 || isLoading) return
    const result = await admit({ entries: chosenOf(list) })
    if (result.data) done('admit')(result.data)
  }
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

  /** The chosen rows, or the one with the focus. */
  const atHand = () => {
    if (marked.length > 0) return marked
    const id = lineInFocus()
    return rows.filter(({ apply_order_id }) => apply_order_id === id)
  }
  const askFor = (act: Asking['act']) => {
    const list = atHand()
    if (list.length > 0) setAsking({ act, rows: list })
  }
  const focused = (run: (id: string) => void) => () => {
    const id = lineInFocus()
    if (id) run(id)
  }
  useShortcuts({
    j: () => goOn(1),
    k: () => goOn(-1),
    x: mayDecide ? focused(toggle) : undefined,
    o: focused(setShown),
    a: mayAdmit ? () => void admitAll(atHand()) : undefined,
    c: mayAsk ? () => askFor('ask') : undefined,
    r: mayDecide ? () => askFor('refuse') : undefined,
  })

  const tabs = (counts: Queue['counts'] | undefined) =>
    ADMISSION_STATES.map((state) => {
      const next = new URLSearchParams(search)
      next.delete('page')
      next.set('state', state)
      const label = counts
        ? t('admission.tab', { name: t(`admission.state.${state}`), count: counts[state] })
        : t(`admission.state.${state}`)
      return { key: state, label, to: `?${next}` }
    })

  return (
    <>
      <div className={styles.filters} role="search" aria-label={t('admission.filters')}>
        <Select
          aria-label={t('admission.edition')}
          value={queue.data?.edition_id ?? null}
          options={queue.data?.editions.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          onChange={(id: string | null) => change({ edition_id: id ?? undefined })}
          popupMatchSelectWidth={false}
        />
        <Input.Search
          id="desk-search"
          aria-label={t('admission.keyword')}
          placeholder={t('admission.keyword')}
          defaultValue={query.keyword ?? ''}
          allowClear
          onSearch={(keyword) => change({ keyword: keyword.trim() })}
        />
      </div>
      <div className={styles.states}>
        <ViewTabs
          label={t('admission.states')}
          views={tabs(queue.data?.counts)}
          current={query.state}
        />
      </div>
      {mayDecide && rows.length > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label={t('admission.bulk')}>
          <Checkbox
            checked={marked.length === rows.length}
            indeterminate={marked.length > 0 && marked.length < rows.length}
            onChange={({ target }) =>
              setChosen(target.checked ? rows.map(({ apply_order_id }) => apply_order_id) : [])
            }
          >
            {t('admission.chosen', { count: marked.length })}
          </Checkbox>
          {mayAdmit && (
            <Button
              type="primary"
              disabled={marked.length === 0}
              loading={isLoading}
              onClick={() => void admitAll(marked)}
            >
              {t('admission.admit')}
            </Button>
          )}
          {mayAsk && (
            <Button
              disabled={marked.length === 0}
              onClick={() => setAsking({ act: 'ask', rows: marked })}
            >
              {t('admission.ask')}
            </Button>
          )}
          <Button
            danger
            disabled={marked.length === 0}
            onClick={() => setAsking({ act: 'refuse', rows: marked })}
          >
            {t('admission.refuse')}
          </Button>
          <span className={styles.hint}>{t('admission.keys')}</span>
        </div>
      )}
      <Refused results={results} />
      <QueryState query={{ ...queue, currentData: queue.data }}>
        {({ list, total, current, pageSize }) =>
          list.length === 0 ? (
            <EmptyState title={t(`admission.none.${query.state}`)} />
          ) : (
            <>
              <ul
                role="list"
                className={styles.lines}
                aria-label={t('heading.admission')}
                aria-busy={queue.isFetching}
              >
                {list.map((row) => (
                  <AdmissionLine
                    key={row.apply_order_id}
                    row={row}
                    isChosen={chosen.includes(row.apply_order_id)}
                    onChoose={mayDecide ? () => toggle(row.apply_order_id) : undefined}
                    onOpen={() => setShown(row.apply_order_id)}
                  />
                ))}
              </ul>
              {total > pageSize && (
                <Pagination
                  current={current}
                  pageSize={pageSize}
                  total={total}
                  showSizeChanger={false}
                  onChange={(page) => change({ page })}
                />
              )}
            </>
          )
        }
      </QueryState>
      {shown && (
        <Suspense>
          <Drawer
            id={shown}
            onClose={() => setShown(undefined)}
            onAdmit={(row) => void admitAll([row])}
            onAsk={(row) => setAsking({ act: 'ask', rows: [row] })}
            onRefuse={(row) => setAsking({ act: 'refuse', rows: [row] })}
          />
        </Suspense>
      )}
      {asking?.act === 'ask' && (
        <CorrectionDialog
          rows={asking.rows}
          onClose={() => setAsking(undefined)}
          onDone={done('ask')}
        />
      )}
      {asking?.act === 'refuse' && (
        <RefuseDialog
          rows={asking.rows}
          onClose={() => setAsking(undefined)}
          onDone={done('refuse')}
        />
      )}
    </>
  )
}
