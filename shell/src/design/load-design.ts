import type { Language } from '@awards/shared/domain'
import { loadLibraryLocale } from '@awards/shared/i18n'
import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import type * as DesignModule from './design.ts'

type Design = typeof DesignModule

let design: Design | undefined
let loading: Promise<Design> | undefined
const listeners = new Set<() => void>()

async function load(): Promise<Design> {
  const [loaded] = await Promise.all([
    import(/* webpackChunkName: 'design' */ './design.ts'),
    loadLibraryLocale(i18next.language as Language),
  ])
  await loaded.startToasts()
  design = loaded
  for (const listener of listeners) listener()
  return loaded
}

/**
 * Loads antd with the site's theme, its texts and its toasts: with the first page that needs it, or
 * with the first toast. After a failure the next call tries again.
 */
export function loadDesign(): Promise<Design> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined
    throw error
  })
  return loading
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The design system, once it is there. */
export const useDesign = (): Design | undefined =>
  useSyncExternalStore(
    subscribe,
    () => design,
    () => undefined,
  )
