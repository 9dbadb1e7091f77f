import { useEffect, useRef, useSyncExternalStore } from 'react'
import { storedText } from './store.ts'

const store = storedText('jury-single-keys', 'localStorage')

/** Whether keys without a modifier do something: somebody who speaks to the machine turns them off. */
export const singleKeys = {
  areOn: () => store.read() !== 'off',
  set: (isOn: boolean) => store.write(isOn ? 'on' : 'off'),
  subscribe: store.subscribe,
}

export const useSingleKeys = () => useSyncExternalStore(singleKeys.subscribe, singleKeys.areOn)

/** A key by its name, `digit` for any digit, `mod+enter` and `mod+k` with Control or Command. */
export type Shortcuts = Readonly<Record<string, ((digit: string) => void) | undefined>>

const TEXT =
  'textarea, select, [contenteditable=true], [role=combobox], [role=spinbutton], ' +
  'input:not([type=range], [type=checkbox], [type=radio], [type=button])'
/** A dialog that has just closed keeps the focus until the next frame: a key pressed by then is for the page. */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.matches(TEXT) && !target.closest('dialog:not([open])')
const isPressed = (target: EventTarget | null) =>
  target instanceof Element && target.matches('button, a, summary, [role=button]')
const isCovered = () =>
  [...document.querySelectorAll('[role=dialog], dialog[open]')].some(
    (dialog) => dialog.checkVisibility?.() ?? true,
  )

/** Signs that stand above a digit on some keyboards: there the sign is meant. */
const SIGNS: readonly string[] = ['/', '?']

/** The row of digits needs no shift key here, on keyboards where it does elsewhere. */
function nameOf(event: KeyboardEvent): { name: string; digit: string } {
  if (SIGNS.includes(event.key)) return { name: event.key, digit: '' }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? /^\d$/.exec(event.key)?.[0]
  if (digit) return { name: 'digit', digit }
  return { name: event.key.toLowerCase(), digit: '' }
}

type Interceptor = (key: { name: string; digit: string }, target: EventTarget | null) => boolean
let intercept: Interceptor = () => false

/** Lets a page take keys before any shortcut, for instance while the next entry is on its way; true where it did. */
export const interceptKeys = (given: Interceptor) => {
  intercept = given
}

const MODIFIED: readonly string[] = ['enter', 'k']

/** Keyboard shortcuts of a page; ignores keys typed into a field or while a dialog is open. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey || isCovered()) return
      const isModified = event.ctrlKey || event.metaKey
      const { name, digit } = nameOf(event)
      const isForeign = isModified
        ? !MODIFIED.includes(name)
        : isTyping(event.target) || !singleKeys.areOn()
      if (isForeign) return
      const key = isModified ? `mod+${name}` : name
      if (intercept({ name: key, digit }, event.target)) return event.preventDefault()
      if (!isModified && name === 'enter' && isPressed(event.target)) return
      const run = latest.current[key]
      if (!run || (event.repeat && name === 'enter')) return
      event.preventDefault()
      run(digit)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
