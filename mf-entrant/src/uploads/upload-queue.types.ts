import type { UploadedFile } from '@awards/shared/contract'
import type { RefusalReason } from './file-check.ts'
import type { Address, UploadStorage } from './upload-storage.ts'

export type UploadState =
  | 'waiting'
  | 'shrinking'
  | 'sending'
  /** No connection, or the server is unavailable; resumes by itself. */
  | 'paused'
  /** All bytes have arrived; the server checks them. */
  | 'checking'
  /** Resumes after the owner has signed in. */
  | 'held'
  | 'refused'
  | 'failed'

export type Upload = {
  readonly key: string
  readonly file: File
  readonly state: UploadState
  /** Bytes that have been sent. */
  readonly sent: number
  /** Stored on this device, so that a reload does not lose the file. */
  readonly isKept: boolean
  readonly isShrunk: boolean
  /** Why it did not work: a reason of our own, or a message of the server. */
  readonly refusal?: RefusalReason | undefined
  readonly message?: string | undefined
}

/** Effects of the queue: network, storage, locks and session. */
export type UploadPorts = {
  check: (file: File) => Promise<RefusalReason | undefined>
  /** Undefined when a smaller copy would not help. */
  shrink: (file: File) => Promise<File | undefined>
  sign: (file: File, signal: AbortSignal) => Promise<Address>
  send: (
    file: File,
    url: string,
    watch: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<void>
  finish: (fileId: string, signal: AbortSignal) => Promise<UploadedFile>
  deleteUpload: (url: string) => void
  storage: UploadStorage
  /** Resolves when there is a connection, and after `milliseconds` at the earliest. */
  online: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Holds a lock per file, so that only one window sends it at a time. */
  withLock: (key: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** Reports that the session has ended. */
  signedOut: (error: unknown) => void
}

/** Takes an uploaded file, or returns the reason to refuse it. */
export type Arrival = (file: UploadedFile) => RefusalReason | undefined

export const isUnderway = ({ state }: Upload) => state !== 'refused' && state !== 'failed'

/** Left this device and did not arrive: that may show after its step was left, so another step has to say it. */
export const isLost = ({ state, message }: Upload) =>
  state === 'failed' || (state === 'refused' && message !== undefined)
