import { storedText } from '@awards/shared/browser/storage'
import { useSyncExternalStore } from 'react'
import type { Density } from './entry-grid.tsx'

const store = storedText('jury-table-density', 'localStorage')
const read = (): Density => (store.read() === 'comfortable' ? 'comfortable' : 'compact')

/** How tall a row is, as somebody has chosen it in this browser; an address that says another thing wins. */
export const rowDensity = { choose: (density: Density) => void store.write(density) }

export const useRowDensity = (): Density => useSyncExternalStore(store.subscribe, read)
