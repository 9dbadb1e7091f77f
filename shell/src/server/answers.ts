import { failureOf } from '@awards/shared/client'
import type { SiteStore, StoredAnswers } from '@awards/shared/session'

/** Refusals that a page shows; after any other there is nothing worth sending. */
const SHOWN_REFUSALS = new Set([400, 403, 404, 410, 422])
const REQUEST = 'rendered'
const HOUR_MS = 3_600_000

function isShown(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'business' && SHOWN_REFUSALS.has(failure.code)
}

const sorted = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

type Provided = StoredAnswers['provided']

/** Which answers a tag is about, without regard to which came first. */
function inOrder({ tags, keys }: Provided): Provided {
  const byType = Object.entries(tags).map(([type, byId]) => {
    const named = Object.entries(byId ?? {}).map(([id, names]) => [id, names.toSorted()] as const)
    return [type, sorted(Object.fromEntries(named))] as const
  })
  return {
    tags: sorted(Object.fromEntries(byType)) as Provided['tags'],
    keys: sorted(keys) as Provided['keys'],
  }
}

/**
 * What the page was answered, in the state in which the browser takes it over. The same answers are the
 * same bytes, whichever came first and whenever in an hour, so that a page is not sent again unchanged.
 */
export function answersOf(store: SiteStore): StoredAnswers {
  const { queries, provided } = store.getState().api
  const settled = Object.entries(queries).map(([key, query]) => {
    if (query?.status === 'rejected' && !isShown(query.error)) {
      throw new Error(`${query.endpointName} failed: ${failureOf(query.error).msg}`)
    }
    if (query?.status !== 'rejected' && query?.status !== 'fulfilled') return [key, query] as const
    const at = Math.floor((query.startedTimeStamp ?? 0) / HOUR_MS) * HOUR_MS
    // A refusal is stored too, so that the browser does not repeat the query after hydration.
    const moments = { requestId: REQUEST, startedTimeStamp: at, fulfilledTimeStamp: at }
    return [key, { ...query, ...moments }] as const
  })
  return {
    queries: sorted(Object.fromEntries(settled)) as StoredAnswers['queries'],
    provided: inOrder(provided),
  }
}
