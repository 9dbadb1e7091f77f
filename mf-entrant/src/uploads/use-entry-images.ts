import type { EntryFile } from '@awards/shared/contract'
import { IMAGE_LIMITS } from '@awards/shared/domain'
import { useState, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { useDraft } from '../steps/draft/draft-context.ts'
import { added, removed } from './arrange.ts'
import { kindOf } from './file-check.ts'
import { isUnderway, type Arrival } from './upload-queue.types.ts'
import { useCurrentUser, useUnsavedWork } from '@awards/shared/session'
import { onTokenChange, readToken } from '@awards/shared/client'
import { uploadPorts } from './upload-ports.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** The uploads of one entry. They go on while their owner looks at other pages of the site. */
function entryUploads(user: string, entry: string): UploadQueue {
  const name = `${user}:${entry}`
  const known = queues.get(name)
  if (known) return known
  const queue = createUploadQueue(uploadPorts(user, entry))
  queues.set(name, queue)
  let token = readToken()
  // The next session may belong to another user, who must not see these uploads.
  onTokenChange((changed) => {
    if (changed !== token) void queue.hold()
    token = changed
  })
  return queue
}

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

/** The files of the entry on screen, those on their way included. */
export function useEntryImages() {
  const { info, saver, draft, refusals, setRefusals } = useDraft()
  const [lookalikes, setLookalikes] = useState<ReadonlyMap<string, string>>(new Map())
  const { images: refused = [], ...otherRefusals } = refusals
  const change = (update: (files: readonly EntryFile[]) => EntryFile[]) => {
    saver.change({ files: update(saver.snapshot().files) })
    if (refused.length > 0) setRefusals(otherRefusals)
  }

  const { list, queue } = useUploads(info.apply_order_id, (file) => {
    const known = new Set(saver.snapshot().files.map(({ file_id }) => file_id))
    // It was handed over before, and the page closed before that could be noted.
    if (known.has(file.file_id)) return undefined
    if (file.duplicate_of && known.has(file.duplicate_of)) return 'duplicate'
    change((files) => added(files, file))
    const { file_id, similar_to: other } = file
    if (other && known.has(other)) setLookalikes((all) => new Map(all).set(file_id, other))
    return undefined
  })

  const pictures = draft.files.filter(({ kind }) => kind !== 'pdf')
  const underway = list.filter((one) => isUnderway(one) && kindOf(one.file) === 'image').length
  const pdf = draft.files.find(({ kind }) => kind === 'pdf')
  return {
    list,
    queue,
    pictures,
    pdf,
    lookalikes,
    refused,
    change,
    missing: Math.max(0, info.category.min_images - pictures.length),
    keepBoth: (id: string) =>
      setLookalikes((all) => new Map([...all].filter(([one]) => one !== id))),
    removePdf: () => pdf && change((files) => removed(files, pdf.file_id)),
    take(files: File[]) {
      const images = files.filter((file) => kindOf(file) !== 'pdf')
      queue.add(images, Math.max(0, IMAGE_LIMITS.maximum - pictures.length - underway))
      queue.add(
        files.filter((file) => kindOf(file) === 'pdf'),
        1,
      )
    },
  }
}
