import { useApiMutation, useApiQuery } from '@awards/shared/client'
import {
  ADMISSION_SHARES,
  organiser,
  type AdmissionResults,
  type AdmissionRow,
  type Output,
} from '@awards/shared/contract'
import { ADMISSION_STATES } from '@awards/shared/domain'
import { useShortcuts } from '@awards/shared/browser/use-shortcuts'
import { useFormat } from '@awards/shared/i18n'
import { filtersIn, useListQuery } from '@awards/shared/list/list-query'
import { usePagedRows } from '@awards/shared/list/virtual-rows'
import { EmptyState, QueryState, ViewTabs } from '@awards/shared/ui'
import { App, Button, Checkbox, Input, Select } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { chosenOf, CorrectionDialog, mayAsk, RefuseDialog } from './admission-dialogs.tsx'
import { AdmissionList, lineInFocus } from './admission-list.tsx'
import styles from './admission-view.module.css'

const Drawer = lazy(() =>
  import('./entry-drawer.tsx').then((module) => ({ default: module.EntryDrawer })),
)

const PAGE_SIZE = 50
const NAMES = ['edition_id', 'category_id', 'share', 'keyword', 'state'] as const

const read = (search: URLSearchParams) => {
  const { filters } = filtersIn(search, NAMES, (name, value) =>
    name.endsWith('_id') ? /^\d+$/.test(value) : true,
  )
  const state = ADMISSION_STATES.find((one) => one === filters.state) ?? 'waiting'
  const share = ADMISSION_SHARES.find((one) => one === filters.share)
  return { ...filters, state, share, pageSize: PAGE_SIZE }
}

type Queue = Output<typeof organiser.admissionList>
/** What is chosen of the list at an address. */
type Choice = { address: string; ids: ReadonlySet<string> }
const NONE: ReadonlySet<string> = new Set()

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
  const format = useFormat()
  const { message } = App.useApp()
  const [search] = useSearchParams()
  const { query, change } = useListQuery(read)
  const queue = useApiQuery(organiser.admissionList, { ...query, current: 1 })
  /** The rows as they were last answered: what is chosen is decided in its newest version. */
  const known = useRef(new Map<string, AdmissionRow>())
  const rows = usePagedRows(PAGE_SIZE, 0, (page, isNeeded) => {
    const input = { ...query, current: page + 1 }
    const answer = useApiQuery(organiser.admissionList, input, { skip: !isNeeded })
    useEffect(() => {
      for (const row of answer.currentData?.list ?? []) known.current.set(row.apply_order_id, row)
    }, [answer.currentData])
    return answer
  })
  const shownLines = useRef({ first: 0, last: 0 })
  const onShown = useCallback((first: number, last: number) => {
    shownLines.current = { first, last }
  }, [])
  // Another list begins with nothing chosen.
  const address = search.toString()
  const [choice, setChoice] = useState<Choice>({ address, ids: NONE })
  const chosen = choice.address === address ? choice.ids : NONE
  const setChosen = (ids: Iterable<string>) => setChoice({ address, ids: new Set(ids) })
  // The same function on each render, so that a line is drawn anew only when it changes.
  const toggle = useCallback(
    ({ apply_order_id: id }: AdmissionRow) =>
      setChoice((before) => {
        const ids = new Set(before.address === address ? before.ids : NONE)
        if (!ids.delete(id)) ids.add(id)
        return { address, ids }
      }),
    [address],
  )
  const [asking, setAsking] = useState<Asking>()
  const [shown, setShown] = useState<AdmissionRow>()
  const [results, setResults] = useState<AdmissionResults['results']>([])
  const [admit, { isLoading }] = useApiMutation(organiser.admit)
  const [assign, assigning] = useApiMutation(organiser.assignAdmission)
  const marked = () => [...chosen].flatMap((id) => known.current.get(id) ?? [])
  const mayDecide = query.state !== 'refused'
  const mayAdmit = query.state === 'waiting' || query.state === 'correction'

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
  const giveTo = async (user_id: string | null) => {
    const result = await assign({ apply_order_ids: [...chosen], user_id })
    if (!result.data) return
    void message.success(t('admission.assigned', { count: result.data.changed }))
    setChosen(NONE)
  }
  /** What is on screen, which is less than one call takes. */
  const onScreen = () => {
    const { first, last } = shownLines.current
    const lines = Array.from({ length: last - first + 1 }, (_, place) => rows.rowAt(first + place))
    return lines.flatMap((row) => row?.apply_order_id ?? [])
  }
  const inFocus = () => {
    const index = lineInFocus()
    return index === undefined ? undefined : rows.rowAt(index)
  }

  /** The chosen rows, or the one with the focus. */
  const atHand = () => {
    const row = inFocus()
    if (chosen.size > 0) return marked()
    return row ? [row] : []
  }
  const askFor = (act: Asking['act']) => {
    const list = atHand()
    const able = act === 'ask' ? list.filter(mayAsk) : list
    if (able.length > 0) setAsking({ act, rows: able })
    else if (list.length > 0) void message.info(t('admission.withEntrants'))
  }
  const focused = (run: (row: AdmissionRow) => void) => () => {
    const row = inFocus()
    if (row) run(row)
  }
  useShortcuts({
    x: mayDecide ? focused(toggle) : undefined,
    o: focused(setShown),
    a: mayAdmit ? () => void admitAll(atHand()) : undefined,
    c: mayDecide ? () => askFor('ask') : undefined,
    r: mayDecide ? () => askFor('refuse') : undefined,
  })

  const tabs = (counts: Queue['counts'] | undefined) =>
    ADMISSION_STATES.map((state) => {
      const next = new URLSearchParams(search)
      next.delete('page')
      next.set('state', state)
      const label = counts
        ? t('admission.tab', {
            name: t(`admission.state.${state}`),
            number: format.number(counts[state]),
          })
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
        <Select
          aria-label={t('admission.category')}
          value={query.category_id ?? ''}
          options={[
            { value: '', label: t('admission.allCategories') },
            ...(queue.data?.categories.map(({ id, name }) => ({ value: id, label: name })) ?? []),
          ]}
          onChange={(id: string) => change({ category_id: id })}
          popupMatchSelectWidth={false}
        />
        <Select
          aria-label={t('admission.share')}
          value={query.share ?? ''}
          options={['', ...ADMISSION_SHARES].map((share) => ({
            value: share,
            label: t(`admission.shares.${share || 'all'}`),
          }))}
          onChange={(share: string) => change({ share })}
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
      {mayDecide && (rows.total ?? 0) > 0 && (
        <div className={styles.bulk} role="toolbar" aria-label={t('admission.bulk')}>
          <Checkbox
            checked={chosen.size > 0 && chosen.size === rows.total}
            indeterminate={chosen.size > 0 && chosen.size !== rows.total}
            onChange={({ target }) => setChosen(target.checked ? onScreen() : NONE)}
          >
            {t('admission.chosen', { count: chosen.size })}
          </Checkbox>
          {mayAdmit && (
            <Button
              type="primary"
              disabled={chosen.size === 0}
              loading={isLoading}
              onClick={() => void admitAll(marked())}
            >
              {t('admission.admit')}
            </Button>
          )}
          <Button disabled={chosen.size === 0} onClick={() => askFor('ask')}>
            {t('admission.ask')}
          </Button>
          <Button
            danger
            disabled={chosen.size === 0}
            onClick={() => setAsking({ act: 'refuse', rows: marked() })}
          >
            {t('admission.refuse')}
          </Button>
          <Select
            aria-label={t('admission.assign')}
            placeholder={t('admission.assign')}
            value={null}
            disabled={chosen.size === 0}
            loading={assigning.isLoading}
            options={[
              ...(queue.data?.colleagues.map(({ user_id, name }) => ({
                value: user_id,
                label: name,
              })) ?? []),
              { value: '', label: t('admission.nobody') },
            ]}
            onChange={(id: string | null) => void giveTo(id || null)}
            popupMatchSelectWidth={false}
          />
          <span className={styles.hint}>{t('admission.keys')}</span>
        </div>
      )}
      <Refused results={results} />
      <QueryState query={{ ...queue, currentData: queue.data }}>
        {() =>
          rows.total === 0 ? (
            <EmptyState title={t(`admission.none.${query.state}`)} />
          ) : (
            <AdmissionList
              key={address}
              rows={rows}
              chosen={chosen}
              onChoose={mayDecide ? toggle : undefined}
              onOpen={setShown}
              onShown={onShown}
            />
          )
        }
      </QueryState>
      {shown && (
        <Suspense>
          <Drawer
            id={shown.apply_order_id}
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
