import { createStore } from '@awards/shared/browser/store'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** Something that can be done on the page that is shown, as the palette offers it. */
export type DeskAction = {
  readonly key: string
  readonly label: string
  readonly run: () => void
}

const offered = createStore<readonly DeskAction[]>([])

/** Offers actions of a part of the page as long as it is on screen; who may not do something does not offer it. */
export function useDeskActions(actions: readonly DeskAction[]) {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  const labels = JSON.stringify(actions.map(({ key, label }) => [key, label]))
  useEffect(() => {
    const mine = (JSON.parse(labels) as [string, string][]).map(([key, label]) => ({
      key,
      label,
      run: () => latest.current.find((action) => action.key === key)?.run(),
    }))
    offered.set([...offered.get(), ...mine])
    return () => offered.set(offered.get().filter((action) => !mine.includes(action)))
  }, [labels])
}

/** What the parts on screen offer now. */
export const useOfferedActions = () => useSyncExternalStore(offered.subscribe, offered.get)
