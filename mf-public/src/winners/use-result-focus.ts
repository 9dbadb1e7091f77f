import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router-dom'

/**
 * Another page of the list is read from its top: the count of works comes into view and takes the
 * focus. Who goes back in the history stays where the browser puts them.
 */
export function useResultFocus(page: number) {
  const result = useRef<HTMLParagraphElement>(null)
  const last = useRef(page)
  const isReturn = useNavigationType() === 'POP'
  useEffect(() => {
    if (last.current === page) return
    last.current = page
    if (isReturn) return
    result.current?.scrollIntoView({ block: 'start' })
    result.current?.focus({ preventScroll: true })
  }, [page, isReturn])
  return { result, focusResult: () => result.current?.focus({ preventScroll: true }) }
}
