import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { REMOTES } from '@awards/shared/domain'
import { z } from 'zod'

const Release = z.object({
  name: z.enum(REMOTES),
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9a-z.-]{1,40})?$/),
  integrity: z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/),
  builtAt: z.iso.datetime(),
})
export type Release = z.infer<typeof Release>

/** Reads JSON files that are replaced while the server runs; one that did not change is kept. */
export function jsonFiles() {
  const known = new Map<string, { stamp: string; value: unknown }>()
  return async (file: string): Promise<unknown> => {
    const found = await stat(file).catch(() => undefined)
    if (!found) return undefined
    const stamp = `${found.mtimeMs}:${found.size}:${found.ino}`
    const kept = known.get(file)
    if (kept?.stamp === stamp) return kept.value
    const value: unknown = await readFile(file, 'utf8').then(JSON.parse, () => undefined)
    known.set(file, { stamp, value })
    return value
  }
}
export type ReadJson = ReturnType<typeof jsonFiles>

/** The current release of each remote; one that is missing or damaged is left out. */
export async function readReleases(mfeDir: string, readJson: ReadJson): Promise<Release[]> {
  const files = REMOTES.map((name) => join(mfeDir, 'mfe', name, 'release.json'))
  const found = await Promise.all(files.map(readJson))
  return found.flatMap((value, index) => {
    const release = Release.safeParse(value)
    return release.success && release.data.name === REMOTES[index] ? [release.data] : []
  })
}
