import { isDeepStrictEqual } from 'node:util'

/** A field that two people changed differently: what it was, what this person wants, what it is now. */
export type MergeConflict = { path: string; base: unknown; ours: unknown; theirs: unknown }

type Fields = Record<string, unknown>

/**
 * Three-way merge of two versions of a document by field. Records of a list are told apart by their `code`, so that
 * one can be added while another is edited. Where both sides changed a field differently, `ours` is kept and the
 * field is among the conflicts. `undefined` stands for a field that is not there.
 */
export function mergeDocuments(base: unknown, ours: unknown, theirs: unknown) {
  const conflicts: MergeConflict[] = []
  const value = merge([base, ours, theirs], [], conflicts)
  return { value, conflicts }
}

type Sides = readonly [base: unknown, ours: unknown, theirs: unknown]

function merge(sides: Sides, path: readonly string[], conflicts: MergeConflict[]): unknown {
  const [base, ours, theirs] = sides
  if (isDeepStrictEqual(ours, theirs) || isDeepStrictEqual(base, theirs)) return ours
  if (isDeepStrictEqual(base, ours)) return theirs
  if (sides.every(isFields)) return mergeFields(sides as readonly Fields[], path, conflicts)
  if (sides.every(isRecords)) return mergeRecords(sides as readonly Fields[][], path, conflicts)
  conflicts.push({ path: path.join('.'), base, ours, theirs })
  return ours
}

function mergeFields(
  [base = {}, ours = {}, theirs = {}]: readonly Fields[],
  path: readonly string[],
  conflicts: MergeConflict[],
): Fields {
  const names = [...new Set([...Object.keys(ours), ...Object.keys(theirs)])]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = merge([base[name], ours[name], theirs[name]], [...path, name], conflicts)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Merges lists as objects by code, in the order of the side that changed it; what the other side added comes last. */
function mergeRecords(
  [base = [], ours = [], theirs = []]: readonly Fields[][],
  path: readonly string[],
  conflicts: MergeConflict[],
): Fields[] {
  const merged = mergeFields([base, ours, theirs].map(byCode), path, conflicts)
  const isReordered = !isDeepStrictEqual(codesOf(base), codesOf(ours))
  const order = isReordered
    ? [...codesOf(ours), ...codesOf(theirs)]
    : [...codesOf(theirs), ...codesOf(ours)]
  return [...new Set(order)].flatMap((code) => {
    const record = merged[code]
    return record === undefined ? [] : [record as Fields]
  })
}

const byCode = (records: Fields[]): Fields =>
  Object.fromEntries(records.map((record) => [String(record['code']), record]))
const codesOf = (records: Fields[]) => records.map(({ code }) => String(code))

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isRecords = (value: unknown): value is Fields[] =>
  Array.isArray(value) &&
  value.every((item) => isFields(item) && typeof item['code'] === 'string') &&
  new Set(codesOf(value)).size === value.length
