import { useEffect, useState } from 'react'

const SETTLE_MS = 600

/** Debounces typed text; a value that is chosen, not typed, must not use it. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
