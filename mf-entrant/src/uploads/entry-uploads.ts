import { onTokenChange, readToken } from '@awards/shared/client'
import { uploadPorts } from './upload-ports.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

const queues = new Map<string, UploadQueue>()

/** The uploads of one entry. They go on while their owner looks at other pages of the site. */
export function entryUploads(user: string, entry: string): UploadQueue {
  const name = `${user}:${entry}`
  const known = queues.get(name)
  if (known) return known
  const queue = createUploadQueue(uploadPorts(user, entry))
  queues.set(name, queue)
  let token = readToken()
  // Whoever signs in next is somebody else, until the entry is opened again.
  onTokenChange((changed) => {
    if (changed !== token) void queue.hold()
    token = changed
  })
  return queue
}
