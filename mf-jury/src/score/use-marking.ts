import { useState } from 'react'
import { pressDigit, toggleHalf, type Typed } from './mark-keys.ts'
import type { Criteria, ScoreDraft } from './score-draft.ts'

type Marking = {
  criteria: Criteria
  draft: ScoreDraft
  onMark: (id: string, value: number | undefined) => void
  /** Where the marks end, the keyboard goes on to what hands them in. */
  onEnd: () => void
  announce: (words: { name: string; value: number | null } | 'tooHigh') => void
}

export const markId = (criterion: string) => `mark-${criterion}`

/** Marks by digits: the criterion that is next, what was typed of its mark, and what the keys do. */
export function useMarking({ criteria, draft, onMark, onEnd, announce }: Marking) {
  const [chosen, setChosen] = useState<string>()
  const [last, setLast] = useState<string>()
  const [typed, setTyped] = useState<Typed>('')
  const active = chosen ?? criteria.find(({ id }) => draft.marks[id] === undefined)?.id
  const indexOf = (id: string | undefined) => criteria.findIndex((one) => one.id === id)

  const choose = (id: string | undefined) => {
    setChosen(id)
    setTyped('')
    if (id) document.getElementById(markId(id))?.focus()
  }
  const heard = (id: string, value: number | null) =>
    announce({ name: criteria[indexOf(id)]?.name ?? '', value })
  const mark = (id: string, value: number) => {
    onMark(id, value)
    heard(id, value)
    setLast(id)
    const following = criteria[indexOf(id) + 1]
    choose(following?.id)
    if (!following) onEnd()
  }

  return {
    active,
    typed,
    /** The focus has come to a criterion by other ways. */
    onFocus: (id: string) => {
      if (id === chosen) return
      setChosen(id)
      setTyped('')
    },
    digit(digit: string) {
      if (!active) return
      const pressed = pressDigit(typed, digit)
      if (pressed.kind === 'mark') return mark(active, pressed.value)
      setTyped(pressed.kind === 'waiting' ? pressed.typed : '')
      if (pressed.kind === 'tooHigh') announce('tooHigh')
      else document.getElementById(markId(active))?.focus()
    },
    half() {
      if (last === undefined) return
      const value = draft.marks[last]
      if (value === undefined) return
      onMark(last, toggleHalf(value))
      heard(last, toggleHalf(value))
    },
    back() {
      if (typed) return setTyped('')
      const before = criteria[(active ? indexOf(active) : criteria.length) - 1]
      if (!before) return
      onMark(before.id, undefined)
      heard(before.id, null)
      choose(before.id)
    },
    /** A single first digit is a mark by itself: true where there was one. */
    finish(): boolean {
      if (!typed || !active) return false
      mark(active, Number(typed))
      return true
    },
  }
}
