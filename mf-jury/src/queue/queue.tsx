import type { Output, PhaseInfo, subjudges, Progress, ReviewRow } from '@awards/shared/contract'
import { EmptyState, ErrorPanel, LinkButton, Loader, below } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { PageBeyond, PageLinks } from '@awards/shared/list/page-links'
import { FilterTabs, SearchForm } from '@awards/shared/list/filters'
import { PhaseLine } from '../common/phase-line.tsx'
import { ASSIGNMENT_STATUS, LISTED_STATES, type QueueState } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { Link } from 'react-router-dom'
import { DecisionTag, Picture } from '../common/entry-marks.tsx'
import { useFigure } from '../common/format.ts'
import styles from './queue.module.css'
import { useCurrentUser } from '@awards/shared/session'
import { DESK_SEARCH } from '../frame/desk-frame.tsx'
import { useQueue } from '../score/use-queue.ts'

export const QUEUE_PAGE_SIZE = 12

/** A state from the address, or undefined for anything else. */
export const asState = (value: string | undefined): QueueState | undefined =>
  LISTED_STATES.find((state) => state === value)

/** Entries that wait for a first mark. */
const leftOf = ({ assigned, submitted, draft, abstained }: Progress): number =>
  Math.max(0, assigned - submitted - draft - abstained)

const CARD_STATES: Record<number, 'new' | 'opened' | 'draft' | 'done' | 'abstained' | 'recused'> = {
  [ASSIGNMENT_STATUS.assigned]: 'new',
  [ASSIGNMENT_STATUS.opened]: 'opened',
  [ASSIGNMENT_STATUS.draft]: 'draft',
  [ASSIGNMENT_STATUS.submitted]: 'done',
  [ASSIGNMENT_STATUS.abstained]: 'abstained',
  [ASSIGNMENT_STATUS.recused]: 'recused',
}

/** Where the juror stands with an entry, as a key of the texts. */
export const stateOf = (row: ReviewRow) => CARD_STATES[row.assignment_status] ?? 'new'

/** An entry of a juror's queue: a large picture, its number, and where the juror stands. */
export function QueueCard({ row, eager }: { row: ReviewRow; eager: boolean }) {
  const { t } = useTranslation('jury')
  const format = useFormat()
  const figure = useFigure()
  const state = stateOf(row)
  const one = (value: number) => format.number(value, { maximumFractionDigits: 1 })
  return (
    <article className={`${styles.card} ${styles[state]}`}>
      <Link to={paths.subJuryReviewDetails(row.apply_order_id)} className={styles.link}>
        <div className={styles.picture}>
          <Picture
            picture={row.cover}
            code={row.category.code}
            sizes={`${below('small-tablet')} 100vw, ${below('desktop')} 50vw, 33vw`}
            eager={eager}
          />
          {row.own_total !== null && (
            <span className={styles.total}>
              {/* Part of a draft's total looks like a result. */}
              <b>{row.is_draft ? '–' : one(row.own_total)}</b>
              <small>{row.is_draft ? t('queue.draft') : t('queue.yours')}</small>
            </span>
          )}
        </div>
        <p className={styles.place}>
          #{row.judging_no.replace(/^#/, '')} · {row.category.name}
        </p>
        <h2 className={styles.title}>{row.title || t('untitled')}</h2>
      </Link>
      <p className={styles.summary}>{row.summary}</p>
      <p className={styles.foot}>
        <span className={styles.state}>{t(`queue.state.${state}`)}</span>
        {row.final_score !== null ? (
          <span className={styles.level}>
            {t('figures.result')} {figure(row.final_score)}
          </span>
        ) : (
          row.first_level?.official != null && (
            <span className={styles.level}>
              {t('queue.firstLevel', { value: figure(row.first_level.official) })}
            </span>
          )
        )}
        {row.award && <DecisionTag award={row.award} status={row.decision_status} />}
        {row.first_level?.is_divergent && (
          <span className={styles.divergent}>{t('figures.discuss')}</span>
        )}
      </p>
    </article>
  )
}

/** The whole list, as it is for nearly every juror. */
export const WHOLE = { pageSize: 100 }
const DONE: readonly number[] = [ASSIGNMENT_STATUS.submitted, ASSIGNMENT_STATUS.abstained]

/** Progress by category, where there are several and the whole list is at hand. */
function QueueCategories() {
  const { t } = useTranslation('jury')
  const level = useCurrentUser()?.identity === 3 ? 3 : 2
  const { data } = useQueue(level, WHOLE)
  if (!data || data.total > data.list.length) return null
  const live = data.list.filter((row) => row.assignment_status !== ASSIGNMENT_STATUS.recused)
  const groups = [...Map.groupBy(live, ({ category }) => category.name)]
  if (groups.length < 2) return null
  return (
    <ul className={styles.categories} aria-label={t('queue.categories')}>
      {groups.map(([name, rows]) => (
        <li key={name}>
          {name}{' '}
          <b>
            {rows.filter((row) => DONE.includes(row.assignment_status)).length} / {rows.length}
          </b>
        </li>
      ))}
    </ul>
  )
}

/** How far the juror has come: scores that are in, drafts, and what is left. */
function QueueProgress({ progress }: { progress: Progress }) {
  const { t } = useTranslation('jury')
  const { assigned, submitted, draft, recused } = progress
  const share = (count: number) => `${assigned === 0 ? 0 : (count / assigned) * 100}%`
  return (
    <div className={styles.progress}>
      <p className={styles.progressCount}>
        <span className={styles.progressDone}>{submitted}</span>
        <span className={styles.all}> / {assigned}</span>
        <span className={styles.label}>{t('queue.scored')}</span>
      </p>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('queue.progress')}
        aria-valuemin={0}
        aria-valuemax={assigned}
        aria-valuenow={submitted}
        aria-valuetext={t('queue.progressText', { submitted, assigned })}
      >
        <span className={styles.submitted} style={{ inlineSize: share(submitted) }} />
        <span className={styles.progressDraft} style={{ inlineSize: share(draft) }} />
      </div>
      <p className={styles.rest}>{t('queue.rest', { draft, todo: leftOf(progress), recused })}</p>
    </div>
  )
}

type QueueDoneProps = { progress: Progress; recheck: readonly string[] }

/** When everything is scored: thanks, and the first entries once more, whose marks are the least sure. */
function QueueDone({ progress, recheck }: QueueDoneProps) {
  const { t } = useTranslation('jury')
  if (progress.assigned === 0 || leftOf(progress) + progress.draft > 0) return null
  return (
    <section className={styles.allDone} aria-labelledby="queue-done">
      <h2 id="queue-done" className={styles.allDoneTitle}>
        {t('queue.allDone')}
      </h2>
      <p>{t('queue.allDoneText')}</p>
      {recheck.length > 0 && (
        <>
          <p>{t('queue.recheck')}</p>
          <ul className={styles.again}>
            {recheck.map((id, index) => (
              <li key={id}>
                <Link to={paths.subJuryReviewDetails(id)}>
                  {t('queue.recheckOne', { number: index + 1 })}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type QueueStatesProps = {
  state: string | undefined
  keyword: string | undefined
  progress: Progress
  onChange: (values: { state?: string; keyword?: string }) => void
}

/** To do, drafts and done, with their numbers; and a search by number or title. */
function QueueStates({ state, keyword, progress, onChange }: QueueStatesProps) {
  const { t } = useTranslation('jury')
  const { assigned, submitted, draft, abstained } = progress
  const tabs = [
    { value: 'all', count: assigned },
    { value: 'todo', count: leftOf(progress) },
    { value: 'draft', count: draft },
    { value: 'done', count: submitted + abstained },
  ]
  return (
    <div className={styles.states}>
      <FilterTabs
        label={t('queue.filter')}
        value={state ?? 'all'}
        onChange={(value) => onChange({ state: value === 'all' ? '' : value })}
        options={tabs.map(({ value, count }) => ({
          value,
          label: (
            <>
              {t(`queue.tab.${value}`)} <small>{count}</small>
            </>
          ),
        }))}
      />
      <SearchForm
        id={DESK_SEARCH}
        shortcut="/"
        className={styles.search}
        label={t('filter.keyword')}
        keyword={keyword}
        onSearch={(words) => onChange({ keyword: words })}
      />
    </div>
  )
}

type List = Output<typeof subjudges.subJuryAwardList>
type QueueProps = {
  phase: PhaseInfo | null
  query: {
    data?: List | undefined
    isError: boolean
    isFetching: boolean
    refetch: () => unknown
  }
  state: string | undefined
  keyword: string | undefined
  onChange: (values: { state?: string; keyword?: string; page?: number }) => void
  home: string
}

const EAGER = 3

/** A juror's entries, to be scored one after the other. */
export function Queue({ phase, query, state, keyword, onChange, home }: QueueProps) {
  const { t } = useTranslation('jury')
  const { data } = query
  if (!data) {
    if (!query.isError) return <Loader />
    return <ErrorPanel onRetry={() => void query.refetch()} retrying={query.isFetching} />
  }
  const { list, progress, recheck, ...pages } = data
  const isAll = !state && !keyword
  return (
    <>
      <div className={styles.top}>
        <QueueProgress progress={progress} />
        <PhaseLine phase={phase} />
      </div>
      <QueueCategories />
      <QueueDone progress={progress} recheck={recheck} />
      <QueueStates state={state} keyword={keyword} progress={progress} onChange={onChange} />
      <p className={styles.count} role="status">
        {t('queue.count', { count: pages.total })}
      </p>
      {list.length === 0 && pages.total > 0 ? (
        <PageBeyond {...pages} />
      ) : list.length === 0 ? (
        <EmptyState
          title={isAll ? t('queue.nothing') : t('queue.none')}
          action={!isAll && <LinkButton to={home}>{t('queue.all')}</LinkButton>}
        >
          {isAll ? t('queue.nothingText') : t('queue.noneText')}
        </EmptyState>
      ) : (
        <ul className={query.isFetching ? styles.stale : styles.grid} aria-busy={query.isFetching}>
          {list.map((row, index) => (
            <li key={row.apply_order_id}>
              <QueueCard row={row} eager={index < EAGER} />
            </li>
          ))}
        </ul>
      )}
      <PageLinks {...pages} />
    </>
  )
}
