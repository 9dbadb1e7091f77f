import { paths } from '@awards/shared/paths'
import { useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Rows } from './use-rows.ts'
import type { Selection } from './use-selection.ts'

type GridKeys = {
  total: number
  /** How many rows a page of the screen has. */
  screenRows: () => number
  rowAt: Rows['rowAt']
  selection: Selection
  onGo: (index: number) => void
}

/** The row that the keyboard is on, and what keys do with it. */
export function useGridKeys({ total, screenRows, rowAt, selection, onGo }: GridKeys) {
  const [active, setActive] = useState(0)
  const navigate = useNavigate()

  const go = (index: number) => {
    const next = Math.min(Math.max(index, 0), Math.max(total - 1, 0))
    setActive(next)
    onGo(next)
    return next
  }
  const targetOf = (key: string): number | undefined =>
    ({
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + screenRows(),
      PageUp: active - screenRows(),
      Home: 0,
      End: total - 1,
    })[key]

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.target !== event.currentTarget || event.altKey) return
    const target = targetOf(event.key)
    if (target !== undefined) {
      const next = go(target)
      if (event.shiftKey) void selection.extend(next)
    } else if (event.key === ' ') {
      if (event.shiftKey) void selection.extend(active)
      else selection.toggle(active)
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      void selection.all()
    } else if (event.key === 'Escape') {
      selection.clear()
    } else if (event.key === 'Enter') {
      const row = rowAt(active)
      if (row) void navigate(paths.juryReviewDetails(row.apply_order_id))
    } else return
    event.preventDefault()
  }
  return { active, setActive, go, onKeyDown }
}
