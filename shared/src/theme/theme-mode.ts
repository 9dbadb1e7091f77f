import { createStore } from '@awards/shared/browser/store'
import { keepChoice, readChoice } from '@awards/shared/browser/choice'
import { useSyncExternalStore } from 'react'

export type ThemeMode = 'light' | 'dark'

const KEY = 'theme'
const store = createStore<ThemeMode | undefined>(undefined)
const system = () => window.matchMedia?.('(prefers-color-scheme: dark)')

const chosen = (): ThemeMode | undefined => {
  const value = readChoice(KEY)
  return value === 'light' || value === 'dark' ? value : undefined
}

const preferred = (): ThemeMode => chosen() ?? (system()?.matches ? 'dark' : 'light')

/** The look in use: the visitor's choice, else that of their system. */
export const themeMode = (): ThemeMode => store.get() ?? preferred()

function show(mode: ThemeMode) {
  document.documentElement.dataset['theme'] = mode
  store.set(mode)
}

/**
 * Puts the look on the document, and follows the system of who has made no choice; call once before
 * the first render. The styles alone do the same, so nothing flashes before this script runs.
 */
export function applyTheme(brand?: string) {
  if (brand) document.documentElement.style.setProperty('--colour-brand', brand)
  show(themeMode())
  system()?.addEventListener('change', () => {
    if (!chosen()) show(preferred())
  })
}

export function chooseTheme(next: ThemeMode) {
  keepChoice(KEY, next)
  show(next)
}

/** The look in use, following the visitor's choice; a server takes the light one. */
export const useThemeMode = (): ThemeMode =>
  useSyncExternalStore(store.subscribe, themeMode, () => 'light')
