import { VisuallyHidden } from '@awards/shared/ui'
import { Outlet } from 'react-router-dom'
import { useAccountLanguage } from './use-account-language.ts'
import { useArrival } from './use-arrival.ts'

/** What every page shares, with the layout or without: title, scrolling, focus, announcement. */
export function Root() {
  useAccountLanguage()
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
