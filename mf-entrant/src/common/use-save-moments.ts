import { useEffect } from 'react'

/** What saves itself. */
type Saver = {
  snapshot: () => { state: string }
  flush: () => Promise<boolean>
  stop: () => void
}

/**
 * The moments at which nothing waits for the pause: the tab is hidden, the network is back, the form is
 * left. A tab with answers that are only on this device asks before it closes.
 */
export function useSaveMoments(saver: Saver) {
  useEffect(() => {
    const flush = () => {
      const { state } = saver.snapshot()
      if (state === 'waiting' || state === 'offline') void saver.flush()
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (saver.snapshot().state === 'saved') return
      flush()
      event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      window.removeEventListener('beforeunload', warn)
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
      saver.stop()
    }
  }, [saver])
}
