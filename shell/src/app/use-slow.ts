import { useEffect, useState } from 'react'

const PATIENCE_MS = 150

/** True once `busy` has lasted long enough to be noticed; a quick page does not flicker. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [busy])
  return slow
}
