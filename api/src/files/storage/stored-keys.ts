import { isStorageKey } from './storage-key.ts'

/** Every key of the storage in a column that lists the sizes of a file. */
export function keysIn(value: unknown): string[] {
  if (typeof value === 'string') return isStorageKey(value) ? [value] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(keysIn)
}
