/** Beyond it the server refuses to look. */
const LAST_PAGE = 1_000_000

/** The page an address asks for; whatever is no page number is the first page. */
export function pageOfQuery(query: URLSearchParams): number {
  const text = query.get('current') ?? ''
  const page = /^\d{1,7}$/.test(text) ? Number(text) : 1
  return page > 0 && page <= LAST_PAGE ? page : 1
}
