import { keepChoice, readChoice } from '@awards/shared/browser/choice'
import { useSyncExternalStore } from 'react'

export type ThemeMode = 'light' | 'dark'

const KEY = 'theme'
const listeners = new Set<() => void>()
const system = () => window.matchMedia?.('(prefers-color-scheme: dark)')

const chosen = (): ThemeMode | undefined => {
  const value = readChoice(KEY)
  return value === 'light' || value === 'dark' ? value : undefined
}

let mode: ThemeMode | undefined

/** The look in use: the visitor's choice, else that of their system. */
export const themeMode = (): ThemeMode =>
  (mode ??= chosen() ?? (system()?.matches ? 'dark' : 'light'))

function show() {
  document.documentElement.dataset['theme'] = themeMode()
  for (const listener of listeners) listener()
}

/**
 * Puts the look on the document, and follows the system of who has made no choice; call once before
 * the first render. The styles alone do the same, so nothing flashes before this script runs.
 */
export function applyTheme(brand?: string) {
  if (brand) document.documentElement.style.setProperty('--colour-brand', brand)
  show()
  system()?.addEventListener('change', () => {
    if (chosen()) return
    mode = undefined
    show()
  })
}

export function chooseTheme(next: ThemeMode) {
  mode = next
  keepChoice(KEY, next)
  show()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The look in use, following the visitor's choice; a server takes the light one. */
export const useThemeMode = (): ThemeMode =>
  useSyncExternalStore(subscribe, themeMode, () => 'light')
