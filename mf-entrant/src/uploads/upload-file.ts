import { callApi, openEnvelope } from '@awards/shared/client'
import { UploadedFile, uploads } from '@awards/shared/contract'
import axios from 'axios'
import { kindOf } from './file-check.ts'

/** A picture of 20 MB over a slow line; the 20 seconds of the JSON calls would cut it off. */
const UPLOAD_TIMEOUT_MS = 15 * 60_000

const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Browsers digest on secure addresses only; elsewhere the server does without the hint. */
async function digest(file: File) {
  if (!globalThis.crypto?.subtle) return undefined
  return hex(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
}

type Progress = { signal: AbortSignal; onProgress: (share: number) => void }

/** Sends one file: asks where to put it, then puts the bytes there, beside the JSON calls. */
export async function uploadFile(
  file: File,
  { signal, onProgress }: Progress,
): Promise<UploadedFile> {
  const sha256 = await digest(file)
  const input = {
    filename: file.name,
    mime: file.type,
    size: file.size,
    purpose: kindOf(file) === 'pdf' ? ('entry_pdf' as const) : ('entry_image' as const),
    ...(sha256 ? { sha256 } : {}),
  }
  const { url } = await callApi(uploads.sign, input, { skipErrorHandler: true, signal })
  const answer = await axios.put<unknown>(url, file, {
    signal,
    timeout: UPLOAD_TIMEOUT_MS,
    headers: { 'Content-Type': file.type },
    onUploadProgress: ({ loaded, total }) => onProgress(loaded / (total ?? file.size)),
  })
  return UploadedFile.parse(openEnvelope(answer.data))
}
