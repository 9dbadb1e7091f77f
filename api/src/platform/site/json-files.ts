import { readFile, stat } from 'node:fs/promises'

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
