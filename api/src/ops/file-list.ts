import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { FILE_LIST } from './backup-manifest.ts'

export type ListedFile = { key: string; bytes: number; sha256: string }

/** Writes which stored files a backup has: a line each, key, size and digest with tabs between. */
export async function writeFileList(folder: string, files: Iterable<ListedFile>): Promise<void> {
  await pipeline(
    Readable.from(lines(files)),
    createGzip(),
    createWriteStream(join(folder, FILE_LIST), { mode: 0o600 }),
  )
}

function* lines(files: Iterable<ListedFile>) {
  for (const { key, bytes, sha256 } of files) yield `${key}\t${bytes}\t${sha256}\n`
}

/** The stored files of a backup, as they were listed; none where there is no list. */
export async function* eachListed(folder: string): AsyncGenerator<ListedFile> {
  const path = join(folder, FILE_LIST)
  if (!existsSync(path)) return
  const text = createReadStream(path).pipe(createGunzip())
  for await (const line of createInterface({ input: text })) {
    const [key = '', bytes, sha256 = ''] = line.split('\t')
    yield { key, bytes: Number(bytes), sha256 }
  }
}
