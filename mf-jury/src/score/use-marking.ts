import { useRef, useState } from 'react'
import { SCORE_MAXIMUM, SCORE_STEP } from '@awards/shared/domain'
import type { Criteria, ScoreDraft } from './saving/score-draft.ts'

/** The first digit of a mark that has a second one; empty where none was typed. */
export type Typed = '' | '0' | '1' | '2'
type Pressed =
  | { kind: 'waiting'; typed: Typed }
  | { kind: 'mark'; value: number }
  | { kind: 'tooHigh' }

const isFirst = (digit: string): digit is Typed => ['0', '1', '2'].includes(digit)

/** Two digits are a mark from 00 to 20; 3 to 9 say it alone, since no mark begins with them. */
export function pressDigit(typed: Typed, digit: string): Pressed {
  if (typed === '') {
    return isFirst(digit)
      ? { kind: 'waiting', typed: digit }
      : { kind: 'mark', value: Number(digit) }
  }
  const value = Number(typed + digit)
  return value > SCORE_MAXIMUM ? { kind: 'tooHigh' } : { kind: 'mark', value }
}

/** The same mark with its half point, or without it again. */
export const toggleHalf = (mark: number): number =>
  Number.isInteger(mark) ? Math.min(SCORE_MAXIMUM, mark + SCORE_STEP) : Math.floor(mark)

type Marking = {
  criteria: Criteria
  /** A complete draft that is not submitted is marked again from the first criterion. */
  isDraft: boolean
  /** Asked at each key: fast fingers are ahead of the screen. */
  marks: () => ScoreDraft['marks']
  onMark: (id: string, value: number | undefined) => void
  /** Where the marks end, the keyboard goes on to what hands them in. */
  onEnd: () => void
  announce: (words: { name: string; value: number | null } | 'tooHigh') => void
}

type Place = {
  /** The criterion that was gone to; without one the first that has no mark. */
  chosen: string | undefined
  /** The one that was marked last, for its half point. */
  last: string | undefined
  typed: Typed
}

export const markId = (criterion: string) => `mark-${criterion}`
const focus = (id: string) => document.getElementById(markId(id))?.focus()

/** Marks by digits: the criterion that is next, what was typed of its mark, and what the keys do. */
export function useMarking({ criteria, isDraft, marks, onMark, onEnd, announce }: Marking) {
  const [place, setPlace] = useState<Place>({ chosen: undefined, last: undefined, typed: '' })
  const latest = useRef(place)
  /** The criteria that were marked since `restart`. */
  const marked = useRef(new Set<string>())
  const goTo = (part: Partial<Place>) => {
    latest.current = { ...latest.current, ...part }
    setPlace(latest.current)
  }
  const activeOf = ({ chosen, last }: Place) =>
    chosen ??
    criteria.find(({ id }) => marks()[id] === undefined)?.id ??
    (isDraft && last === undefined ? criteria[0]?.id : undefined)
  const indexOf = (id: string | undefined) => criteria.findIndex((one) => one.id === id)
  const give = (id: string, value: number | undefined) => {
    onMark(id, value)
    if (value === undefined) marked.current.delete(id)
    else marked.current.add(id)
    announce({ name: criteria[indexOf(id)]?.name ?? '', value: value ?? null })
  }
  const mark = (id: string, value: number) => {
    give(id, value)
    const following = criteria[indexOf(id) + 1]
    goTo({ chosen: following?.id, last: id, typed: '' })
    if (following) focus(following.id)
    else onEnd()
  }

  return {
    /** Marks the criterion that is next, with the whole mark at once. */
    mark(value: number) {
      const active = activeOf(latest.current)
      if (active) mark(active, value)
    },
    /** The criterion that `half` changes. */
    last: place.last,
    active: activeOf(place),
    typed: place.typed,
    /** The focus has come to a criterion by other ways. */
    onFocus: (id: string) => {
      if (id !== latest.current.chosen) goTo({ chosen: id, typed: '' })
    },
    digit(digit: string) {
      const active = activeOf(latest.current)
      if (!active) return
      const pressed = pressDigit(latest.current.typed, digit)
      if (pressed.kind === 'mark') return mark(active, pressed.value)
      if (pressed.kind === 'tooHigh') announce('tooHigh')
      focus(active)
      goTo({ chosen: active, typed: pressed.kind === 'waiting' ? pressed.typed : '' })
    },
    half() {
      const { last } = latest.current
      const value = last === undefined ? undefined : marks()[last]
      if (last !== undefined && value !== undefined) give(last, toggleHalf(value))
    },
    back() {
      if (latest.current.typed) return goTo({ typed: '' })
      const active = activeOf(latest.current)
      const before = criteria[(active ? indexOf(active) : criteria.length) - 1]
      if (!before) return
      give(before.id, undefined)
      goTo({ chosen: before.id })
      focus(before.id)
    },
    /** Marks begin at the first criterion again, whatever the draft holds. */
    restart() {
      marked.current.clear()
      goTo({ chosen: criteria[0]?.id, last: undefined, typed: '' })
    },
    /** True once each criterion was marked since `restart`. */
    isWhole: () => criteria.every(({ id }) => marked.current.has(id)),
    /** A single first digit is a mark by itself: true where there was one. */
    finish(): boolean {
      const { typed } = latest.current
      const active = activeOf(latest.current)
      if (!typed || !active) return false
      mark(active, Number(typed))
      return true
    },
  }
}
