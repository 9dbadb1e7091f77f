import { VisuallyHidden } from '@awards/shared/ui'
import { Outlet } from 'react-router-dom'
import { useArrival } from './use-arrival.ts'

/** What every page shares, with the layout or without: title, scrolling, focus, announcement. */
export function Root() {
  const announcement = useArrival()
  return (
    <>
      <Outlet />
      <VisuallyHidden>
        <span aria-live="polite">{announcement}</span>
      </VisuallyHidden>
    </>
  )
}
