import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UploadedFile, uploads } from '@awards/shared/contract'
import type { Site } from '../harness/site.ts'
import { Lost, reach, Refused, type Ask } from './ask.ts'

const PICTURES = ['01-MOB-hero.jpg', '01-MOB-detail.jpg', '01-MOB-context.jpg']
const pictureOf = (name: string) => readFileSync(join(FOLDER, name))
const FOLDER = resolve(import.meta.dirname, '../../../programme/images/entries')

/** Announces a picture and sends its bytes; gives the file as the server confirmed it. */
export async function upload(ask: Ask, site: Pick<Site, 'url'>, token: string, bytes: Buffer) {
  const body = new Uint8Array(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const { url } = await ask(token, uploads.sign, {
    ...{ filename: 'view.jpg', mime: 'image/jpeg', size: bytes.length },
    ...{ sha256, purpose: 'entry_image' },
  })
  const { code, msg, data } = await reach(site.url + url, { method: 'PUT', body })
  if (code === 503) throw new Lost(`upload: ${String(msg)}`, true)
  if (code !== 200) throw new Refused('upload', code, msg)
  return UploadedFile.parse(data).file_id
}

/** Three pictures, as an entry needs them. */
export async function uploadPictures(ask: Ask, site: Pick<Site, 'url'>, token: string) {
  const files: string[] = []
  for (const name of PICTURES) files.push(await upload(ask, site, token, pictureOf(name)))
  return files
}

/** Sends one picture after another; each that was confirmed stays, and gives its bytes. */
export function uploader(ask: Ask, site: Pick<Site, 'url'>, token: string) {
  const confirmed: string[] = []
  let count = 0
  return {
    confirmed,
    async run() {
      for (;;) {
        const name = PICTURES[count % PICTURES.length] ?? ''
        confirmed.push(await upload(ask, site, token, pictureOf(name)))
        count += 1
      }
    },
    async verify() {
      for (const file_id of confirmed) {
        const { picture } = await ask(token, uploads.finish, { file_id })
        assert.ok(picture, `${file_id} has no picture`)
        const answer = await fetch(new URL(picture.url, site.url))
        assert.equal(answer.status, 200, `${file_id} has lost its bytes`)
        await answer.arrayBuffer()
      }
    },
  }
}
