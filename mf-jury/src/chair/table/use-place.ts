import { useCallback, useMemo, useState } from 'react'

// Where the table stood, for the way back from an entry.
let kept = { query: '', offset: 0 }

/** The rows on screen, and where the table stood when an entry was opened from it. */
export function usePlace(query: string) {
  const [range, setRange] = useState({ first: 0, last: 0 })
  const onRange = useCallback(
    (first: number, last: number) =>
      setRange((before) =>
        before.first === first && before.last === last ? before : { first, last },
      ),
    [],
  )
  const place = useMemo(
    () => ({
      read: () => (kept.query === query ? kept.offset : 0),
      keep: (offset: number) => {
        kept = { query, offset }
      },
    }),
    [query],
  )
  return { ...range, place, onRange }
}
