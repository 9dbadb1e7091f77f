import { LineError } from './upload-errors.ts'

/** Small enough that a bad line carries one within the server's patience, large enough to be few. */
const PIECE_BYTES = 1024 * 1024
/** Without a byte for so long a connection is taken for dead; what has arrived is kept. */
const SILENCE_MS = 90_000

type Watch = { signal: AbortSignal; onProgress: (sent: number) => void }

/**
 * Sends the bytes of a file that the server has not got yet. It asks first how many have arrived, so
 * calling it again goes on where it stopped. Its patience is its own, beside that of the calls.
 */
export async function sendBytes(file: Blob, url: string, { signal, onProgress }: Watch) {
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
export async function giveUp(url: string) {
  await fetch(url, { method: 'DELETE', headers: { 'Tus-Resumable': '1.0.0' } }).catch(
    () => undefined,
  )
}
