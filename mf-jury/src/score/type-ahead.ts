/** A key by its name in `useShortcuts`. */
export type Key = { readonly name: string; readonly digit: string }

/** What a juror types to score an entry; other keys mean something on the entry before, too. */
const SCORING = ['digit', '.', ',', 'backspace', 'enter', 'mod+enter']

let pressed: Key[] | undefined

/**
 * Buffers keys while an entry is being submitted and the next one is on its way: they were meant for the next one, on
 * which they are replayed as soon as it is on screen. So a juror types as fast as they can, and no key is lost.
 */
export const typeAhead = {
  /** From now on keys are for the next entry. */
  begin() {
    pressed = []
  },
  isOn: () => pressed !== undefined,
  /** True where the key was kept for the next entry. */
  keep(key: Key): boolean {
    if (!pressed || !SCORING.includes(key.name)) return false
    pressed.push(key)
    return true
  },
  /** Ends the buffering and gives what was typed, in its order. */
  take(): Key[] {
    const keys = pressed ?? []
    pressed = undefined
    return keys
  },
}
