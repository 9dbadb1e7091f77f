import { invalid } from './card-refusal.ts'

const DEFAULT_PAGE = 10
const LARGEST_PAGE = 100

type Row = { id: string; created: number }

/** One page of rows, the newest first, after the one that was seen last. */
export function pageOf<T extends Row>(rows: Iterable<T>, query: URLSearchParams, url: string) {
  const limit = Number(query.get('limit') ?? DEFAULT_PAGE)
  if (!Number.isInteger(limit) || limit < 1 || limit > LARGEST_PAGE) {
    throw invalid('limit', 'Limit must be between 1 and 100.')
  }
  // The book keeps the order of writing; what was written last comes first.
  const matching = [...rows].filter((row) => isWithin(row.created, query)).reverse()
  const after = query.get('starting_after')
  const known = matching.findIndex(({ id }) => id === after)
  if (after && known < 0) throw invalid('starting_after', `No such object: '${after}'`)
  const from = after ? known + 1 : 0
  const data = matching.slice(from, from + limit)
  return { object: 'list', url, has_more: from + limit < matching.length, data }
}

function isWithin(created: number, query: URLSearchParams) {
  const bound = (name: string) => {
    const value = query.get(`created[${name}]`)
    return value === null ? undefined : Number(value)
  }
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map(bound)
  return (
    (gte === undefined || created >= gte) &&
    (gt === undefined || created > gt) &&
    (lte === undefined || created <= lte) &&
    (lt === undefined || created < lt)
  )
}
