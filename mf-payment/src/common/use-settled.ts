import { useEffect, useState } from 'react'

const SETTLE_MS = 600

/** A text once nobody has typed for a moment; what is chosen, not typed, should not come through here. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
