import { useEffect, useState } from 'react'
import { scoreStorage } from './saving/score-storage.ts'

const isSame = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
  one.size === other.size && [...one].every((entry) => other.has(entry))

/** The entries that have a score on this device; undefined until it has been asked. */
export function useWaiting(user: string): ReadonlySet<string> | undefined {
  const [waiting, setWaiting] = useState<ReadonlySet<string>>()
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const found = await scoreStorage.waiting(user)
      // Each key changes a copy, and hardly one changes which entries have one.
      if (!isGone) setWaiting((last) => (last && isSame(last, found) ? last : found))
    }
    void look()
    const unsubscribe = scoreStorage.subscribe(() => void look())
    return () => {
      isGone = true
      unsubscribe()
    }
  }, [user])
  return waiting
}
