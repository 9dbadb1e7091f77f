import { isStorageKey } from '../../files/storage/storage-key.ts'
import type { Db } from '../../db/database.ts'
import { exportRepository } from './export.repository.ts'
import type { OwnFile } from './export.repository.ts'
import type { ExportItem } from './export-content.ts'

/** The pictures and papers that a person has given us, in the best size that we keep. */
export async function exportFiles(db: Db, userId: string): Promise<ExportItem[]> {
  const files = await exportRepository(db).files(userId)
  return files.flatMap((file, index) => {
    const key = bestOf(file)
    return key ? [{ name: nameOf(file, index + 1, key), key }] : []
  })
}

const PREFERRED = ['full_jpeg', 'full', 'pdf', 'card', 'thumb']

function bestOf({ variants }: OwnFile): string | undefined {
  const known = Object(variants) as Record<string, { key?: unknown } | undefined>
  return PREFERRED.map((size) => known[size]?.key).find(
    (key): key is string => typeof key === 'string' && isStorageKey(key),
  )
}

/** The given name without what a file system or an unpacking program could trip over. */
function nameOf({ entry_no, original_name }: OwnFile, number: number, key: string): string {
  const extension = key.split('.').at(-1) ?? 'bin'
  const given = original_name
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, '_')
    .trim()
    .slice(0, 60)
  const folder = entry_no ?? 'other'
  return `files/${folder}/${String(number).padStart(3, '0')}-${given || 'file'}.${extension}`
}
