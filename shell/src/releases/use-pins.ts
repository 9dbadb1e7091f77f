import { useSyncExternalStore } from 'react'
import { pinStore } from './pins.ts'

/** Everything about the pins of this tab. */
export const usePins = () => useSyncExternalStore(pinStore.subscribe, pinStore.getSnapshot)
