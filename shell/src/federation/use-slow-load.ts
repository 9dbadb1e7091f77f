import { SLOW_AFTER_MS } from '@awards/shared/platform'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { remoteStore, slowLoads } from './remote-store.ts'

/** True once the visitor has waited so long that they should be told. */
export function useSlowWait(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** The load that keeps the visitor waiting, if it is that of a remote. */
export const useSlowLoad = () =>
  slowLoads(useSyncExternalStore(remoteStore.subscribe, remoteStore.getAll, remoteStore.getAll))[0]
