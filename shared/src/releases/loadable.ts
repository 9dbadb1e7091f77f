import { isIntegrity } from './names.ts'
import { isRecord, listOf, recordOf, text, type Shape } from './shape.ts'

/** A manifest is a small file: after this a try is given up (milliseconds). */
export const MANIFEST_TIMEOUT_MS = 8_000
/** After this the loader says that it takes long, and offers what else can be done. */
export const SLOW_AFTER_MS = 8_000
/** All tries of one load together; a script that is under way may take longer (specification §8). */
export const LOAD_BUDGET_MS = 15_000
/** Tries of one address before the next place is asked. */
export const TRIES = 2
/** Pause before the second try; each further one doubles it, ±20 %. */
export const RETRY_PAUSE_MS = 300
/** How often an open tab asks whether there is a newer release. */
export const FRESHNESS_MS = 5 * 60_000
/** A navigation asks too, but not more often than this. */
export const FRESHNESS_ON_NAVIGATION_MS = 5_000
/** The last discovery that worked may start the site for this long. */
export const LAST_GOOD_MS = 24 * 3_600_000

/** What the loader reads of a release's `mf-manifest.json`; the registry has looked at the rest. */
export type LoadableManifest = {
  readonly metaData: {
    readonly globalName: string
    readonly publicPath: string
    readonly remoteEntry: { readonly name: string; readonly path: string }
  }
  readonly shared: readonly { readonly name: string; readonly version?: string }[]
  /** Paths of the pages that are made of antd; a release of before does not say. */
  readonly antdPages?: readonly string[]
  /** Digest of every other file of the release, by its path in the folder. */
  readonly integrity: Readonly<Record<string, string>>
}

const word = text((one) => one.length <= 200)
const globalName = text((one) => one.length <= 200 && /^[A-Za-z_$][\w$]*$/.test(one))

const optional =
  (shape: Shape): Shape =>
  (value, at, note) => {
    if (value !== undefined) shape(value, at, note)
  }

/** An object that has these fields, and may have others. */
const having =
  (fields: Readonly<Record<string, Shape>>): Shape =>
  (value, at, note) => {
    if (!isRecord(value)) return note(at, 'is not an object')
    for (const [name, shape] of Object.entries(fields)) shape(value[name], `${at}.${name}`, note)
  }

const manifest = having({
  metaData: having({
    globalName,
    publicPath: word,
    remoteEntry: having({ name: word, path: word }),
  }),
  shared: listOf(having({ name: word }), { most: 1_000 }),
  antdPages: optional(listOf(word, { most: 100 })),
  integrity: recordOf(text(), text(isIntegrity)),
})

/** Whether the loader finds in a manifest what it needs. */
export function isLoadable(value: unknown): value is LoadableManifest {
  let isRight = true
  manifest(value, 'manifest', () => (isRight = false))
  return isRight
}
