import { useCallback, useEffect, useState } from 'react'

/** Counts seconds down to zero by the clock, once told to wait: a sleeping tab's timers stand still, its wait does not. */
export function useSecondsLeft(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [left, setLeft] = useState(0)
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const count = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [isWaiting, end])
  const wait = useCallback((seconds: number) => {
    setEnd(Date.now() + seconds * 1000)
    setLeft(seconds)
  }, [])
  return [left, wait]
}
