import type { UploadedFile } from '@awards/shared/contract'
import type { RefusalReason } from './file-check.ts'
import type { Address, UploadShelf } from './upload-shelf.ts'

export type UploadState =
  | 'waiting'
  | 'shrinking'
  | 'sending'
  /** No connection, or the server is away; it goes on by itself. */
  | 'paused'
  /** All bytes are there, and the server looks at them. */
  | 'checking'
  /** Goes on when its owner has signed in. */
  | 'held'
  | 'refused'
  | 'failed'

export type Upload = {
  readonly key: string
  readonly file: File
  readonly state: UploadState
  /** Bytes that have been sent. */
  readonly sent: number
  /** This device keeps the file, so that a reload loses nothing. */
  readonly isKept: boolean
  readonly isShrunk: boolean
  /** Why it did not work: a reason of our own, or a message of the server. */
  readonly refusal?: RefusalReason | undefined
  readonly message?: string | undefined
}

/** What the queue needs of the world. */
export type UploadPorts = {
  check: (file: File) => Promise<RefusalReason | undefined>
  /** Nothing where it would not help. */
  shrink: (file: File) => Promise<File | undefined>
  sign: (file: File, signal: AbortSignal) => Promise<Address>
  send: (
    file: File,
    url: string,
    watch: { signal: AbortSignal; onProgress: (sent: number) => void },
  ) => Promise<void>
  finish: (fileId: string, signal: AbortSignal) => Promise<UploadedFile>
  giveUp: (url: string) => void
  shelf: UploadShelf
  /** Resolves when there is a connection, and after `milliseconds` at the earliest. */
  online: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** One window at a time sends a file; the others wait. */
  alone: (key: string, signal: AbortSignal, work: () => Promise<void>) => Promise<void>
  /** The session is over: somebody has to be told. */
  signedOut: (error: unknown) => void
}

/** Takes in a file that has arrived, or says why it is of no use. */
export type Arrival = (file: UploadedFile) => RefusalReason | undefined

export const isUnderway = ({ state }: Upload) => state !== 'refused' && state !== 'failed'
