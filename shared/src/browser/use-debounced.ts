import { useEffect, useState } from 'react'

/** Debounces typed text: the text once it has stayed the same for `delayMs`. A value that is chosen must not use it. */
export function useDebounced(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])
  return debounced
}
