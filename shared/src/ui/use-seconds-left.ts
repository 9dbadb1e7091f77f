import { useEffect, useState } from 'react'

/** Counts seconds down to zero once told to wait. */
export function useSecondsLeft(): [number, (seconds: number) => void] {
  const [left, setLeft] = useState(0)
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setLeft((now) => now - 1), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return [left, setLeft]
}
