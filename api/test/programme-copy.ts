import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { ROOT_DIR } from '../src/start/config.ts'

export type ProgrammeCopy = {
  folder: string
  /** Replaces a text in a file; throws if it is missing. */
  edit(file: string, from: string | RegExp, to: string): Promise<void>
}

/** A copy of the demo programme with tiny images, which a test can change. */
export async function programmeCopy(): Promise<ProgrammeCopy> {
  const copy = await copyProgramme()
  afterAll(() => rm(copy.folder, { recursive: true, force: true }))
  return copy
}

/** Like `programmeCopy`; the caller removes the folder. */
export async function copyProgramme(): Promise<ProgrammeCopy> {
  const folder = await mkdtemp(join(tmpdir(), 'awards-programme-'))
  await cp(join(ROOT_DIR, 'programme'), folder, {
    // The folder may be a symlink.
    dereference: true,
    recursive: true,
    filter: (source) => !/\.(jpg|png)$/.test(source),
  })
  const images = join(ROOT_DIR, 'programme', 'images')
  for (const file of await readdir(images, { recursive: true })) {
    if (/\.(jpg|png)$/.test(file)) await writeFile(join(folder, 'images', file), await tiny(file))
  }
  return {
    folder,
    async edit(file, from, to) {
      const text = await readFile(join(folder, file), 'utf8')
      const edited = text.replace(from, to)
      if (edited === text) throw new Error(`${file} does not say ${from}`)
      await writeFile(join(folder, file), edited)
    },
  }
}

/** A small programme unlike the demo: another name, country and colour, one language. */
export async function secondProgramme(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'awards-second-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  await cp(join(import.meta.dirname, 'second-programme'), folder, { recursive: true })
  await mkdir(join(folder, 'images'))
  for (const file of ['wood.png', 'wool.png']) {
    await writeFile(join(folder, 'images', file), await tiny(file))
  }
  return folder
}

// Each in another colour, since equal bytes are stored as one image.
function tiny(name: string): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(name).digest()
  return sharp({ create: { width: 24, height: 16, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}
