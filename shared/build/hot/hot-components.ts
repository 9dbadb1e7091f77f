import { createElement, useSyncExternalStore } from 'react'
import type { ComponentType } from 'react'

type Props = Record<string, unknown>
type Drawing = (props: Props) => ReturnType<typeof createElement> | null
type Family = { draw: Drawing; state: string; resets: number; readonly Shown: ComponentType<Props> }

const families = new Map<string, Family>()
const memos = new Map<string, object>()
const fingerprints = new Map<string, string>()
const listeners = new Set<() => void>()
let edition = 0
let resets = 0

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const currentEdition = () => edition

/** Re-renders its users after each edit. */
export const useEdition = () => useSyncExternalStore(subscribe, currentEdition, currentEdition)

/** Draws every component anew with what its module says now. */
export function showEdition() {
  edition += 1
  for (const listener of listeners) listener()
}

/** A component that stays the same one for React while an edit changes what it draws. */
function familyOf(name: string, state: string, draw: Drawing): Family {
  // The hooks of the edited function go on with the state of those before it.
  function Current(props: Props) {
    useEdition()
    return family.draw(props)
  }
  const count = () => resets + family.resets
  function Shown(props: Props) {
    return createElement(Current, { ...props, key: useSyncExternalStore(subscribe, count, count) })
  }
  Shown.displayName = name
  const family: Family = { draw, state, resets: 0, Shown }
  return family
}

/**
 * What a module of a remote registers while it is worked on. The deployed site has React's production build,
 * which knows no Fast Refresh. `fingerprint` is of all that is not inside of a component: where that changes,
 * components may hold what came of it, and every one of them begins anew.
 */
export function hotModule(file: string, fingerprint: string) {
  const before = fingerprints.get(file)
  fingerprints.set(file, fingerprint)
  if (before !== undefined && before !== fingerprint) resets += 1
  return {
    /** `state` is the text of its hooks: with other ones a component begins anew. */
    component(name: string, state: string, draw: Drawing): ComponentType<Props> {
      const id = `${file}#${name}`
      const family = families.get(id) ?? familyOf(name, state, draw)
      families.set(id, family)
      if (family.state !== state) family.resets += 1
      Object.assign(family, { draw, state })
      return family.Shown
    },
    /** A component that was memoised: the first one stays, around what it draws now. */
    memo<Memo extends object>(name: string, made: Memo): Memo {
      const id = `${file}#${name}`
      const first = (memos.get(id) ?? made) as Memo
      memos.set(id, first)
      return first
    },
  }
}
