import { Loader } from '@awards/shared/ui'
import { SlowNotice } from '../federation/slow-notice.tsx'

/** Stands in the place of a page that is on its way; header and footer are there already. */
export const Waiting = () => (
  <>
    <Loader />
    <SlowNotice />
  </>
)
