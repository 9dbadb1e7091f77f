import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Says that this page holds work which a reload would lose: the browser asks before the tab is closed,
 * and the shell never loads the document anew by itself. Give what is known (`state === 'changed'`), or
 * a question that is asked at that moment (`() => form.isFieldsTouched()`).
 */
export function useUnsavedWork(isDirty: boolean | (() => boolean)) {
  const latest = useRef(isDirty)
  useLayoutEffect(() => {
    latest.current = isDirty
  })
  const mayBeDirty = isDirty !== false
  useEffect(() => {
    if (!mayBeDirty) return
    const keep = (event: Event) => {
      const { current } = latest
      if (typeof current === 'function' ? current() : current) event.preventDefault()
    }
    window.addEventListener('beforeunload', keep)
    return () => window.removeEventListener('beforeunload', keep)
  }, [mayBeDirty])
}
