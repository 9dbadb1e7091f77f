/** Values of an address that a page reads; of others the page is the same, so nobody renders it again. */
const READ: Readonly<Record<string, readonly string[]>> = {
  '/winners': ['award', 'edition', 'category', 'section', 'country', 'keyword', 'year', 'current'],
  '/jury': ['category', 'current'],
  '/news': ['type', 'current'],
  '/media': ['current'],
  '/faq': ['q'],
  '/regulations': ['version'],
  '/fees': ['period', 'section', 'works', 'further', 'package', 'country', 'buyer'],
  '/verify/:number': ['number'],
}
/** A code, a number or a country; what somebody typed themselves is met once and never again. */
const OFTEN = /^[\w.-]{1,40}$/
const LONGEST = 200

export type PageQuery = {
  /** What the page reads, in one order: `?award=gold&current=2`. */
  readonly search: string
  /** Others may ask for the same. */
  readonly isShared: boolean
}

/** The part of a query that the page of a route reads. */
export function pageQuery(route: string, query: URLSearchParams): PageQuery {
  const kept = new URLSearchParams()
  for (const name of READ[route] ?? []) {
    const value = query.get(name)
    if (value && value.length <= LONGEST) kept.set(name, value)
  }
  const isShared = [...kept.values()].every((value) => OFTEN.test(value))
  return { search: kept.size > 0 ? `?${kept}` : '', isShared }
}
