import { createCipheriv, createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UploadedFile, uploads } from '@awards/shared/contract'
import sharp from 'sharp'
import { signIn, type Account } from './accounts.ts'
import { fetchEnvelope, type ApiClient } from './api-client.ts'
import type { WriteLog } from './write-log.ts'

const FOLDER = resolve(import.meta.dirname, '../../programme/images/entries')
const DEMO_FILES = ['01-MOB-hero.jpg', '01-MOB-detail.jpg', '01-MOB-context.jpg']
const SIZE = { width: 4_000, height: 3_000 }
/** Number of different images, so that few users send similar ones. */
const VIEWS = 24
/** Appended bytes that make each upload unique. */
const TAIL_BYTES = 16

/** A photograph, generated lazily. */
export type Photograph = () => Buffer

/** Three small photographs of the demo programme, as many as an entry needs. */
export const demoPhotographs: readonly Photograph[] = DEMO_FILES.map(
  (name) => () => readFileSync(join(FOLDER, name)),
)

/** Camera-like photographs: 12 megapixels, 2 to 4 MB; deterministic by seed. */
const largePhotographs = (count: number, seed: string): Promise<Buffer[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => photograph(`${seed} ${index}`)))

/** Large photographs for many users, generated in advance. */
export async function cameraPhotographs(perPerson: number, seed: string) {
  const views = await largePhotographs(Math.max(VIEWS, perPerson), seed)
  const view = (index: number) => views[index % views.length] ?? Buffer.alloc(0)
  return {
    megabytes: views.reduce((sum, { length }) => sum + length, 0) / views.length / 1e6,
    /** Photographs of one user, with unique bytes. */
    forUser: (person: number): Photograph[] =>
      Array.from({ length: perPerson }, (_, index) => () => {
        const tail = seededBytes(`${seed} ${person} ${index}`, TAIL_BYTES)
        return Buffer.concat([view(person * perPerson + index), tail])
      }),
  }
}

/** Coarse noise, which compresses like a photograph of that size. */
async function photograph(seed: string): Promise<Buffer> {
  const [width, height] = [SIZE.width / 2, SIZE.height / 2]
  const raw = { width, height, channels: 3 as const }
  return sharp(seededBytes(seed, width * height * 3), { raw })
    .blur(0.6)
    .resize(SIZE.width, SIZE.height, { fit: 'fill' })
    .jpeg({ quality: 45 })
    .toBuffer()
}

/** Deterministic noise: the key stream of AES-CTR. */
function seededBytes(seed: string, length: number): Buffer {
  const key = createHash('sha256').update(seed).digest().subarray(0, 16)
  return createCipheriv('aes-128-ctr', key, Buffer.alloc(16)).update(Buffer.alloc(length))
}

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
