/** The page an address asks for; whatever is no page number is the first page. */
export function pageOfQuery(query: URLSearchParams): number {
  const page = Number(query.get('current') ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}
