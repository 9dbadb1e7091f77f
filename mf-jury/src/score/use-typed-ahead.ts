import { useEffect, useRef } from 'react'
import { interceptKeys, type Shortcuts } from '../common/use-shortcuts.ts'
import { SUBMIT_ID } from './score-actions.tsx'
import { typeAhead } from './type-ahead.ts'

/** Enter on a link or on another button is meant for that one. */
const isForScore = (name: string, target: EventTarget | null) =>
  name !== 'enter' ||
  !(target instanceof Element && target.matches('button, a, summary, [role=button]')) ||
  target.id === SUBMIT_ID

interceptKeys((key, target) => isForScore(key.name, target) && typeAhead.keep(key))

/** Replays on this entry what its juror typed while it was on its way. */
export function useTypedAhead(keys: Shortcuts) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    for (const key of typeAhead.take()) {
      // A submission among them begins the buffer of the entry after this one.
      if (!typeAhead.keep(key)) latest.current[key.name]?.(key.digit)
    }
  }, [])
}
