import { useMemo } from 'react'

// Where the table stood, for the way back from an entry.
let kept = { query: '', offset: 0 }

/** Where the table of a query stood when an entry was opened from it. */
export const usePlace = (query: string) =>
  useMemo(
    () => ({
      read: () => (kept.query === query ? kept.offset : 0),
      keep: (offset: number) => {
        kept = { query, offset }
      },
    }),
    [query],
  )
