import { callApi, handleError, readToken } from '@awards/shared/client'
import { uploads } from '@awards/shared/contract'
import { checkFile, kindOf } from './file-check.ts'
import { LineError } from './upload-errors.ts'
import { shrinkPicture } from './shrink-picture.ts'
import type { UploadPorts } from './upload-queue.types.ts'
import { uploadShelf } from './upload-shelf.ts'

/** Small enough that a bad line carries one within the server's patience, large enough to be few. */
const PIECE_BYTES = 1024 * 1024
/** Without a byte for so long a connection is taken for dead; what has arrived is kept. */
const SILENCE_MS = 90_000

type Watch = { signal: AbortSignal; onProgress: (sent: number) => void }

/**
 * Sends the bytes of a file that the server has not got yet. It asks first how many have arrived, so
 * calling it again goes on where it stopped. Its patience is its own, beside that of the calls.
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
        // When to try again is decided for all files together.
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
          fail(new LineError(answer?.getStatus() || undefined, { cause: error }))
        },
      })
      const stop = (reason: unknown) => {
        void upload.abort().catch(() => undefined)
        fail(reason)
      }
      const listen = () => {
        clearTimeout(silence)
        silence = setTimeout(() => stop(new LineError(undefined)), SILENCE_MS)
      }
      signal.addEventListener('abort', () => stop(signal.reason), { once: true })
      listen()
      upload.start()
    })
  } finally {
    clearTimeout(silence)
  }
}

/** Tells the server that nobody will go on with an upload; it forgets it in the end without, too. */
async function giveUp(url: string) {
  await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(
    () => undefined,
  )
}

/** The server looks at a picture of forty megapixels longer than a call usually takes. */
const FINISH_TIMEOUT_MS = 90_000

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Browsers digest on secure addresses only; elsewhere the server does without the hint. */
async function digest(file: File) {
  if (!globalThis.crypto?.subtle) return undefined
  return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
}

/** The world as a browser has it, for the uploads of one entry. */
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
    giveUp: (url) => void giveUp(url),
    shelf: uploadShelf(user, entry),
    online,
    async alone(key, signal, work) {
      // Browsers keep locks on secure addresses only, as they do digests.
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
    // A connection that is back need not be waited for.
    window.addEventListener('online', look)
    signal.addEventListener('abort', abort)
  })
}
