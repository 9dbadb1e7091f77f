import { useDebounced } from '@awards/shared/browser/use-debounced'
import { useApiQuery } from '@awards/shared/client'
import { judge, juryDesk } from '@awards/shared/contract'
import { LISTED_STATES } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { useCurrentUser } from '@awards/shared/session'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import '../../chair/register-texts.ts'
import { PRESETS, useSavedViews } from '../../chair/table/table-memory.ts'
import { useCompareList } from '../../compare/compare-list.tsx'
import '../../desk/register-texts.ts'
import { useDeskNav } from '../../desk/desk-nav.ts'
import { useQueue } from '../../score/use-queue.ts'
import { useOfferedActions } from '../desk-actions.ts'
import { keysDialog } from '../keys-dialog.tsx'

export const GROUPS = ['entries', 'jurors', 'views', 'actions'] as const
export type Group = (typeof GROUPS)[number]

/** Something that the palette leads to. */
export type Find = {
  readonly key: string
  readonly group: Group
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}

/** Entries and jurors that are shown of what fits. */
const MOST = 7
const SHORTEST = 2
const TYPING_MS = 120

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether each of the words begins or stands in the text, whatever its accents. */
function fits(text: string, words: string): boolean {
  const all = plain(text)
  return plain(words)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

/**
 * Entries by title or number. The calls are those of the lists: they find no more than the list of the same person
 * shows, so that a reader without names finds nothing by one.
 */
function useEntryFinds(words: string) {
  const { t } = useTranslation('jury')
  const navigate = useNavigate()
  const identity = useCurrentUser()?.identity
  const isAsked = words.length >= SHORTEST
  const input = { keyword: words, current: 1, pageSize: MOST }
  const chair = useApiQuery(judge.judgeEntryList, input, { skip: !isAsked || identity !== 1 })
  const juror = useQueue(identity === 3 ? 3 : 2, input, isAsked && identity !== 1)
  const query = identity === 1 ? chair : juror
  const rows = isAsked ? (query.currentData?.list ?? []) : []
  const to = identity === 1 ? paths.juryReviewDetails : paths.subJuryReviewDetails
  const finds = rows.map(({ apply_order_id: id, title, judging_no, category }): Find => ({
    key: `entry-${id}`,
    group: 'entries',
    label: title || t('untitled'),
    detail: `#${judging_no.replace(/^#/, '')} · ${category.name}`,
    run: () => void navigate(to(id)),
  }))
  return { finds, isFetching: isAsked && query.isFetching, isError: isAsked && query.isError }
}

const LEVELS = ['2', '3'] as const

/** Jurors by name, for the chair alone: to jurors their colleagues are letters. */
function useJurorFinds(words: string) {
  const { t } = useTranslation('jury')
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const isChair = useCurrentUser()?.identity === 1
  const { data: phases } = useApiQuery(judge.getPhase, {}, { skip: !isChair })
  const edition_id = search.get('edition_id') ?? phases?.current?.edition.id
  const skip = !isChair || !edition_id || words.length < SHORTEST
  const first = useApiQuery(juryDesk.workload, { edition_id, level: LEVELS[0] }, { skip })
  const second = useApiQuery(juryDesk.workload, { edition_id, level: LEVELS[1] }, { skip })
  const finds = [first, second].flatMap((query, at) =>
    (skip ? [] : (query.currentData?.jurors ?? []))
      .filter(({ name }) => fits(name, words))
      .map(({ juror_id, name }): Find => {
        const level = LEVELS[at] ?? '2'
        return {
          key: `juror-${level}-${juror_id}`,
          group: 'jurors',
          label: name,
          detail: t(`assign.level${level}`),
          run: () => void navigate(paths.juryDesk({ view: 'work', edition_id, level, juror_id })),
        }
      }),
  )
  const queries = skip ? [] : [first, second]
  return {
    finds: finds.slice(0, MOST),
    isFetching: queries.some(({ isFetching }) => isFetching),
    isError: queries.some(({ isError }) => isError),
  }
}

/** The views of the desk, those of its table, and those that somebody has named; a juror's are the parts of the list. */
function useViews(): Find[] {
  const { t } = useTranslation(['jurytable', 'juryframe', 'jurydesk', 'jury'])
  const navigate = useNavigate()
  const user = useCurrentUser()
  const nav = useDeskNav()
  const { views: saved } = useSavedViews()
  const { ids } = useCompareList()
  const view = (key: string, label: string, to: string, detail?: string): Find => ({
    key: `view-${key}`,
    group: 'views',
    label,
    ...(detail && { detail }),
    run: () => void navigate(to),
  })
  if (user?.identity !== 1) {
    const home = user?.home_route ?? paths.subJuryReview
    return [
      view('all', t('juryframe:queue.all'), home),
      ...LISTED_STATES.map((state) =>
        view(state, t(`jury:queue.tab.${state}`), `${home}?state=${state}`),
      ),
      ...(ids.length > 1
        ? [
            view(
              'compare',
              t('juryframe:queue.compare', { count: ids.length }),
              paths.juryCompare(ids),
            ),
          ]
        : []),
    ]
  }
  const table = t('jurydesk:view.table')
  return [
    ...nav.map(({ key, label, to }) => view(key, label, to)),
    ...PRESETS.filter(({ key }) => key !== 'all').map(({ key, query }) =>
      view(`of-table-${key}`, t(`jurytable:view.${key}`), paths.juryDesk(query), table),
    ),
    ...saved.map(({ name, query }) =>
      view(`own-${name}`, name, `${paths.juryReview}?${query}`, table),
    ),
  ]
}

/** What can be done: what the page offers, the next entry of a juror, and the keys. */
function useActions(): Find[] {
  const { t } = useTranslation('juryframe')
  const navigate = useNavigate()
  const identity = useCurrentUser()?.identity
  const offered = useOfferedActions()
  const { data: open } = useQueue(
    identity === 3 ? 3 : 2,
    { state: 'todo', pageSize: 1 },
    identity !== undefined && identity !== 1,
  )
  const next = open?.list[0]
  const action = (key: string, label: string, run: () => void): Find => ({
    key: `action-${key}`,
    group: 'actions',
    label,
    run,
  })
  return [
    ...(next
      ? [
          action(
            'next',
            t('action.next'),
            () => void navigate(paths.subJuryReviewDetails(next.apply_order_id)),
          ),
        ]
      : []),
    ...offered.map(({ key, label, run }) => action(key, label, run)),
    action('keys', t('action.keys'), keysDialog.open),
  ]
}

/** What fits the words, in the order of the groups; without words the views and the actions. */
export function useFinds(typed: string) {
  const words = typed.trim()
  const rested = useDebounced(words, TYPING_MS)
  const entries = useEntryFinds(rested)
  const jurors = useJurorFinds(rested)
  const known = [...useViews(), ...useActions()].filter(({ label }) => fits(label, words))
  return {
    finds: [...entries.finds, ...jurors.finds, ...known],
    isSearching: rested !== words || entries.isFetching || jurors.isFetching,
    isError: entries.isError || jurors.isError,
  }
}
