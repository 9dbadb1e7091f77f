import { useEffect, useRef } from 'react'
import { interceptKeys, type Shortcuts } from '@awards/shared/browser/use-shortcuts'

export const SUBMIT_ID = 'score-submit'

/** A key by its name in `useShortcuts`. */
type Key = { readonly name: string; readonly digit: string }

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
  /** True when the key was buffered for the next entry. */
  keep(key: Key): boolean {
    if (!pressed || !SCORING.includes(key.name)) return false
    pressed.push(key)
    return true
  },
  isOn: () => pressed !== undefined,
  /** Ends the buffering and gives what was typed, in its order. */
  take(): Key[] {
    const keys = pressed ?? []
    pressed = undefined
    return keys
  },
}

/** Enter on a link or on another button is meant for that one. */
const isForScore = (name: string, target: EventTarget | null) =>
  name !== 'enter' ||
  !(target instanceof Element && target.matches('button, a, summary, [role=button]')) ||
  target.id === SUBMIT_ID

interceptKeys((key, target) => isForScore(key.name, target) && typeAhead.keep(key))

type Replay = {
  /** What the other keys do. */
  keys: Shortcuts
  /** Called before the first key: what was typed is all that counts, also where a draft has marks. */
  start: () => void
  /** Submits; false where it did not, and what was typed after it is dropped. */
  enter: () => boolean
}

/**
 * Replays on this entry what its juror typed while it was on its way. The juror has not seen the entry: it is
 * submitted only with marks that were all typed, and a key that was meant for the entry after it never marks this one.
 * Until it is ready, keys stay in the buffer: it may turn out to have a score already.
 */
export function useTypedAhead(isReady: boolean, replay: Replay) {
  const latest = useRef(replay)
  useEffect(() => {
    latest.current = replay
  })
  useEffect(() => {
    if (!isReady) return
    const typed = typeAhead.take()
    if (typed.length > 0) latest.current.start()
    for (const key of typed) {
      // A submission among them begins the buffer of the entry after this one.
      if (typeAhead.keep(key)) continue
      if (!key.name.endsWith('enter')) latest.current.keys[key.name]?.(key.digit)
      else if (!latest.current.enter()) return
    }
  }, [isReady])
}
