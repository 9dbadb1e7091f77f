import { useEffect, type RefObject } from 'react'

/** Keeps room at the end of the page for what is fixed there, so that it covers nothing for good. */
export function useReservedSpace(element: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const fixed = element.current
    if (!fixed) return
    const root = document.documentElement
    const observer = new ResizeObserver(() => {
      document.body.style.paddingBottom = `${fixed.offsetHeight}px`
      // What is focused by keyboard is scrolled to above it.
      root.style.scrollPaddingBottom = `${fixed.offsetHeight + 16}px`
    })
    observer.observe(fixed)
    return () => {
      observer.disconnect()
      document.body.style.removeProperty('padding-bottom')
      root.style.removeProperty('scroll-padding-bottom')
    }
  }, [element])
}
