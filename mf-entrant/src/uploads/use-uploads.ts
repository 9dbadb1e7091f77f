import { errorCode, failureOf } from '@awards/shared/client'
import type { UploadedFile } from '@awards/shared/contract'
import { useUnsavedWork } from '@awards/shared/session'
import { isCancel } from 'axios'
import { useRef, useState } from 'react'
import { checkFile, type RefusalReason } from './file-check.ts'
import { uploadFile } from './upload-file.ts'

export type Upload = {
  key: string
  file: File
  share: number
  /** Why it did not work; a message of the server, or a reason of our own. */
  refusal?: RefusalReason | undefined
  message?: string | undefined
  mayRetry: boolean
}

const AT_ONCE = 2

/** Sends files two at a time. What is refused stays in the list with its reason; the rest goes on. */
export function useUploads(onArrival: (file: UploadedFile) => RefusalReason | undefined) {
  const [list, setList] = useState<readonly Upload[]>([])
  const queue = useRef<{ key: string; file: File }[]>([])
  const running = useRef(new Map<string, AbortController>())

  // What is refused has arrived nowhere, and the person knows.
  useUnsavedWork(list.some(({ refusal, message }) => !refusal && !message))

  const patch = (key: string, part: Partial<Upload>) =>
    setList((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const forget = (key: string) => setList((all) => all.filter((one) => one.key !== key))

  const send = async (key: string, file: File) => {
    const control = new AbortController()
    running.current.set(key, control)
    try {
      const refusal = await checkFile(file)
      if (refusal) return patch(key, { refusal })
      const onProgress = (share: number) => patch(key, { share })
      const objection = onArrival(await uploadFile(file, { signal: control.signal, onProgress }))
      if (objection) patch(key, { refusal: objection })
      else forget(key)
    } catch (error) {
      if (isCancel(error)) return
      const { msg } = failureOf(error)
      const message = typeof msg === 'string' ? msg : Object.values(msg).flat().join(' ')
      patch(key, { message, mayRetry: errorCode(error) !== 422 })
    } finally {
      running.current.delete(key)
      next()
    }
  }
  const next = () => {
    while (running.current.size < AT_ONCE) {
      const job = queue.current.shift()
      if (!job) return
      void send(job.key, job.file)
    }
  }

  return {
    list,
    add(files: readonly File[], full = 0) {
      const fresh = files.map((file, index): Upload => {
        const isTooMany = index >= files.length - full
        const key = `${Date.now()}-${index}-${file.name}`
        return { key, file, share: 0, mayRetry: false, ...(isTooMany && { refusal: 'full' }) }
      })
      setList((all) => [...all, ...fresh])
      queue.current.push(...fresh.filter(({ refusal }) => !refusal))
      next()
    },
    retry({ key, file }: Upload) {
      patch(key, { message: undefined, mayRetry: false, share: 0 })
      queue.current.push({ key, file })
      next()
    },
    cancel({ key }: Upload) {
      queue.current = queue.current.filter((job) => job.key !== key)
      running.current.get(key)?.abort()
      forget(key)
    },
  }
}
