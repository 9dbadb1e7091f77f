import { useSyncExternalStore } from 'react'

export type ThemeMode = 'light' | 'dark'

const KEY = 'theme'
const listeners = new Set<() => void>()
const wishesDark = () => window.matchMedia?.('(prefers-color-scheme: dark)').matches ?? false

const stored = (): ThemeMode | undefined => {
  try {
    const value = localStorage.getItem(KEY)
    return value === 'light' || value === 'dark' ? value : undefined
  } catch {
    return undefined
  }
}

let mode: ThemeMode | undefined

/** The look in use: the visitor's stored choice, else that of their system. */
export const themeMode = (): ThemeMode => (mode ??= stored() ?? (wishesDark() ? 'dark' : 'light'))

/** Puts the look on the document; call once before the first render. */
export function applyTheme(brand?: string) {
  const root = document.documentElement
  root.dataset.theme = themeMode()
  if (brand) root.style.setProperty('--colour-brand', brand)
}

export function chooseTheme(next: ThemeMode) {
  mode = next
  try {
    localStorage.setItem(KEY, next)
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The look in use, following the visitor's choice. */
export const useThemeMode = (): ThemeMode => useSyncExternalStore(subscribe, themeMode)
