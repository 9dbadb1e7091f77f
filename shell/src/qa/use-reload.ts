import { useEffect, useState } from 'react'
import { hasUnsavedWork, reloadWhenSaved } from './unsaved-work.ts'

/** A reload that waits while it would lose work. `check` looks again whether it still has to. */
export function useReload() {
  const [isWaiting, setWaiting] = useState(false)
  const check = () => setWaiting(hasUnsavedWork())
  useEffect(check, [])
  return { isWaiting, check, reload: () => setWaiting(!reloadWhenSaved()) }
}
