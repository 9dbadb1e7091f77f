import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { entryUploads } from './entry-uploads.ts'
import { isUnderway, type Arrival } from './upload-queue.types.ts'

/** The files of an entry on their way; `onArrival` takes each that has come through. */
export function useUploads(entry: string, onArrival: Arrival) {
  const user = useCurrentUser()?.id ?? ''
  const [queue] = useState(() => entryUploads(user, entry))
  const list = useSyncExternalStore(queue.subscribe, queue.list)
  const latest = useRef(onArrival)
  useLayoutEffect(() => {
    latest.current = onArrival
  })
  useEffect(() => {
    queue.onArrival((file) => latest.current(file))
    void queue.start()
    return () => queue.onArrival(undefined)
  }, [queue])

  // What this device keeps goes on after a reload, and what is refused is known to the person.
  useUnsavedWork(list.some((upload) => isUnderway(upload) && !upload.isKept))
  return { list, queue }
}
