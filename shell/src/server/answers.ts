import { failureOf } from '@awards/shared/client'
import type { SiteStore, StoredAnswers } from '@awards/shared/session'

/** Refusals that a page shows; after any other there is nothing worth sending. */
const SHOWN_REFUSALS = new Set([400, 403, 404, 410, 422])

function isShown(error: unknown): boolean {
  const failure = failureOf(error)
  return failure.kind === 'business' && SHOWN_REFUSALS.has(failure.code)
}

/** What the page was answered, in the state in which the browser takes it over. */
export function answersOf(store: SiteStore): StoredAnswers {
  const { queries, provided } = store.getState().api
  const settled = Object.entries(queries).map(([key, query]) => {
    if (query?.status !== 'rejected') return [key, query] as const
    if (!isShown(query.error)) {
      throw new Error(`${query.endpointName} failed: ${failureOf(query.error).msg}`)
    }
    // A refusal counts as an answer: whoever takes it over does not ask again.
    return [key, { ...query, fulfilledTimeStamp: query.startedTimeStamp }] as const
  })
  return { queries: Object.fromEntries(settled) as StoredAnswers['queries'], provided }
}
