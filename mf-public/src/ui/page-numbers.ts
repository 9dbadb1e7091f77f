const AROUND = 1

/** The page numbers to offer: first, last and those around the current one; undefined is a gap. */
export function pageNumbers(current: number, last: number): (number | undefined)[] {
  const shown = Array.from({ length: last }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === last || Math.abs(page - current) <= AROUND,
  )
  return shown.flatMap((page, index) => {
    const before = shown[index - 1]
    return before !== undefined && page - before > 1 ? [undefined, page] : [page]
  })
}
