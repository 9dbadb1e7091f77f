import { useEffect, useState } from 'react'

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
