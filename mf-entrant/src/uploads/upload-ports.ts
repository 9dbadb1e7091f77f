import { kindOf, checkFile } from './file-check.ts'
import { callApi, handleError, readToken } from '@awards/shared/client'
import { uploads } from '@awards/shared/contract'
import { NetworkError } from './upload-errors.ts'
import type { UploadPorts } from './upload-queue.ts'
import { uploadStorage } from './upload-storage.ts'

/** A quarter more than the site ever shows, so that nothing visible is lost. */
export const SHRUNK_EDGE = 3_000
const QUALITY = 0.9
/** From here on a picture takes minutes on a phone's line. */
export const LARGE_BYTES = 8 * 1024 * 1024
/** Below this a copy saves too little to be worth the wait. */
const WORTH_BYTES = 1.5 * 1024 * 1024

/** A smaller copy of a picture for the way, or nothing where it would save little. */
async function shrinkPicture(file: File): Promise<File | undefined> {
  if (kindOf(file) !== 'image' || file.size < WORTH_BYTES) return undefined
  const picture = await createImageBitmap(file).catch(() => undefined)
  if (!picture) return undefined
  const scale = Math.min(1, SHRUNK_EDGE / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(picture.width * scale)
  canvas.height = Math.round(picture.height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.imageSmoothingQuality = 'high'
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const copy = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', QUALITY))
  if (!copy || copy.size > file.size * 0.8) return undefined
  return new File([copy], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' })
}

type Line = { saveData?: boolean; effectiveType?: string }

/** Whether the browser takes the line for a slow one; those that do not say count as fast. */
export function isSlowLine(): boolean {
  const line = (navigator as Navigator & { connection?: Line }).connection
  return line?.saveData === true || ['slow-2g', '2g', '3g'].includes(line?.effectiveType ?? '')
}

/** Chunk size: a slow connection sends one within the server's timeout, and a file needs few. */
const PIECE_BYTES = 1024 * 1024
/** Idle timeout: aborts the connection after this long without progress; tus resumes from there. */
const SILENCE_MS = 90_000

type Watch = { signal: AbortSignal; onProgress: (sent: number) => void }

/**
 * Sends the rest of a file with tus: asks the server for the offset first, so a repeat resumes where
 * the last attempt stopped. Has an idle timeout of its own instead of the timeout of the calls.
 */
async function sendBytes(file: Blob, url: string, { signal, onProgress }: Watch) {
  const { Upload } = await import('tus-js-client')
  signal.throwIfAborted()
  let silence: ReturnType<typeof setTimeout> | undefined
  try {
    await new Promise<void>((done, fail) => {
      const upload = new Upload(file, {
        uploadUrl: new URL(url, location.href).href,
        uploadSize: file.size,
        chunkSize: PIECE_BYTES,
        // The queue retries, not tus.
        retryDelays: null,
        storeFingerprintForResuming: false,
        onProgress: (sent) => {
          listen()
          onProgress(sent)
        },
        onChunkComplete: () => listen(),
        onSuccess: () => done(),
        onError: (error) => {
          const answer = 'originalResponse' in error ? error.originalResponse : null
          fail(new NetworkError(answer?.getStatus() || undefined, { cause: error }))
        },
      })
      const stop = (reason: unknown) => {
        void upload.abort().catch(() => undefined)
        fail(reason)
      }
      const listen = () => {
        clearTimeout(silence)
        silence = setTimeout(() => stop(new NetworkError(undefined)), SILENCE_MS)
      }
      signal.addEventListener('abort', () => stop(signal.reason), { once: true })
      listen()
      upload.start()
    })
  } finally {
    clearTimeout(silence)
  }
}

/** Deletes an unfinished upload on the server; without this it expires by itself. */
async function deleteUpload(url: string) {
  await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(
    () => undefined,
  )
}

/** Checking a picture of 40 megapixels takes the server longer than the usual timeout. */
const FINISH_TIMEOUT_MS = 90_000

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** `crypto.subtle` exists in secure contexts only; without it the upload carries no digest. */
async function digest(file: File) {
  if (!globalThis.crypto?.subtle) return undefined
  return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
}

/** The browser's ports for the uploads of one entry. */
export const uploadPorts = (user: string, entry: string): UploadPorts => {
  let sentToken: string | undefined
  const options = (signal: AbortSignal) => {
    sentToken = readToken()
    return { skipErrorHandler: true, signal }
  }
  return {
    check: checkFile,
    shrink: shrinkPicture,
    async sign(file, signal) {
      const sha256 = await digest(file)
      const input = {
        filename: file.name,
        mime: file.type,
        size: file.size,
        purpose: kindOf(file) === 'pdf' ? ('entry_pdf' as const) : ('entry_image' as const),
        ...(sha256 ? { sha256 } : {}),
      }
      const { file_id, resume_url } = await callApi(uploads.sign, input, options(signal))
      return { fileId: file_id, url: resume_url }
    },
    send: sendBytes,
    finish: (file_id, signal) =>
      callApi(uploads.finish, { file_id }, { ...options(signal), timeout: FINISH_TIMEOUT_MS }),
    deleteUpload: (url) => void deleteUpload(url),
    storage: uploadStorage(user, entry),
    online,
    async withLock(key, signal, work) {
      // `navigator.locks` exists in secure contexts only.
      if (!navigator.locks) return work()
      await navigator.locks.request(`upload:${user}:${entry}:${key}`, { signal }, work)
    },
    signedOut: (error) => handleError(error, sentToken),
  }
}

/** Waits for a while, and then until the browser has a connection. */
function online(milliseconds: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  return new Promise((done, fail) => {
    const end = (settle: () => void) => {
      clearTimeout(timer)
      window.removeEventListener('online', look)
      signal.removeEventListener('abort', abort)
      settle()
    }
    const look = () => navigator.onLine && end(done)
    const abort = () => end(() => fail(signal.reason))
    const timer = setTimeout(look, milliseconds)
    // Stops waiting as soon as the connection is back.
    window.addEventListener('online', look)
    signal.addEventListener('abort', abort)
  })
}
