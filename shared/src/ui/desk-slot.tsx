import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The id of the place in the shell's bar that a desk fills; releases of remotes rely on it. */
export const DESK_SLOT = 'desk-bar'

/**
 * Puts the desk's own part into the bar of the shell: it is one row, whoever brings what. A shell of before has no such
 * place; there the part stands where it is written.
 */
export function InDeskBar({ children }: { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>()
  useLayoutEffect(() => setSlot(document.getElementById(DESK_SLOT)), [])
  if (slot === undefined) return null
  return slot ? createPortal(children, slot) : children
}
