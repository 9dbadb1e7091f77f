import { useRef, useState, type MouseEvent } from 'react'

export const loadEnlarged = () => import('./enlarged-pictures.tsx')

const asksForTab = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

/** Which picture is enlarged; the focus goes back to where it came from. */
export function useEnlarged() {
  const [index, setIndex] = useState<number>()
  const opener = useRef<HTMLElement>(null)
  return {
    index,
    close: () => {
      setIndex(undefined)
      opener.current?.focus({ preventScroll: true })
    },
    /** For a link to the large version of a picture, which it remains where nothing runs. */
    linkTo: (picture: number) => ({
      onPointerEnter: () => void loadEnlarged(),
      onClick: (event: MouseEvent<HTMLAnchorElement>) => {
        if (asksForTab(event)) return
        event.preventDefault()
        opener.current = event.currentTarget
        setIndex(picture)
      },
    }),
  }
}
