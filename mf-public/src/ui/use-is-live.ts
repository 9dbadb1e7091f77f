import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False in the first HTML and while it is taken over, true from then on: for what needs this device. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
