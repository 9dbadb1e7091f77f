import { useEffect, useState, useCallback } from 'react'

/** The present moment in milliseconds, moving on every second, on the server's clock if it is known. */
export function useNow(serverNow?: string): number {
  const [now, setNow] = useState(() => (serverNow ? Date.parse(serverNow) : Date.now()))
  useEffect(() => {
    const ahead = serverNow ? Date.parse(serverNow) - Date.now() : 0
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}

/** Counts seconds down to zero by the clock, once told to wait: a sleeping tab's timers stand still, its wait does not. */
export function useSecondsLeft(): [number, (seconds: number) => void] {
  const [end, setEnd] = useState(0)
  const [now, setNow] = useState(0)
  const left = Math.max(0, Math.ceil((end - now) / 1000))
  const isWaiting = left > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  const wait = useCallback((seconds: number) => {
    const begin = Date.now()
    setNow(begin)
    setEnd(begin + seconds * 1000)
  }, [])
  return [left, wait]
}
