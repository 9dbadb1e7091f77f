import { createHash } from 'node:crypto'
import { UploadedFile, uploads } from '@awards/shared/contract'
import { signIn, type Account } from './accounts.ts'
import { fetchEnvelope, type ApiClient } from './api-client.ts'
import { demoPhotographs } from './photographs.ts'
import type { WriteLog } from './write-log.ts'

export type Uploads = { api: ApiClient; url: string; log: WriteLog }

/** Signs and sends an upload; returns the id of the confirmed file. */
export async function upload({ api, url, log }: Uploads, token: string, bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const signed = await api(token, uploads.sign, {
    filename: 'view.jpg',
    mime: 'image/jpeg',
    size: bytes.length,
    sha256,
    purpose: 'entry_image',
  })
  const body = new Uint8Array(bytes)
  const answer = await fetchEnvelope('upload', url + signed.url, { method: 'PUT', body })
  const { file_id } = UploadedFile.parse(answer)
  log.uploads.push({ token, file_id })
  log.acknowledge('uploads')
  return file_id
}

/** A virtual user who uploads pictures, endless. */
export function uploader(to: Uploads, account: Account) {
  let token: string | undefined
  let count = 0
  return {
    async run() {
      token ??= await signIn(to.api, to.log, account)
      for (; ; count += 1) {
        const picture = demoPhotographs[count % demoPhotographs.length]
        if (picture) await upload(to, token, picture())
      }
    },
  }
}
