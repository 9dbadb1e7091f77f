import { useCurrentUser, useSiteDispatch } from '@awards/shared/session'
import { useEffect, useState } from 'react'
import { openForms, sendWaiting } from './outbox.ts'
import { scoreShelf, type Shelved } from './score-shelf.ts'

const RETRY_MS = 4_000

/** Sends what waits on this device whenever that is possible, and tells what still waits. */
export function useOutbox(): readonly Shelved[] {
  const user = useCurrentUser()?.id
  const dispatch = useSiteDispatch()
  const [waiting, setWaiting] = useState<readonly Shelved[]>([])

  useEffect(() => {
    if (!user) return
    let isGone = false
    const look = async () => {
      const found = await scoreShelf.mine(user)
      if (!isGone) setWaiting(found.filter(({ entry }) => !openForms.has(entry)))
    }
    const send = () => void sendWaiting(dispatch, user).then(look)
    send()
    const unsubscribe = scoreShelf.subscribe(() => void look())
    const timer = setInterval(send, RETRY_MS)
    window.addEventListener('online', send)
    return () => {
      isGone = true
      unsubscribe()
      clearInterval(timer)
      window.removeEventListener('online', send)
    }
  }, [dispatch, user])
  return waiting
}
