import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { CommandError } from './command.ts'

const EPOCH = new Date(0)
const MODE = 0o644

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}

/** The files of a folder as a tar.gz; equal files give equal bytes, whoever packs them and when. */
export async function packFolder(folder: string): Promise<Buffer> {
  if (!existsSync(folder))
    throw new CommandError(`There is no ${folder}. Build this version first.`)
  const archive = pack()
  const chunks: Buffer[] = []
  const whole = new Promise<void>((done, fail) => {
    archive.on('data', (chunk) => chunks.push(chunk as Buffer))
    archive.on('end', done)
    archive.on('error', fail)
  })
  for (const name of filesBelow(folder)) {
    archive.entry(
      { name, mtime: EPOCH, mode: MODE, uid: 0, gid: 0 },
      readFileSync(join(folder, name)),
    )
  }
  archive.finalize()
  await whole
  return gzipSync(Buffer.concat(chunks), { level: 9 })
}
