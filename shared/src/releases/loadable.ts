import { isIntegrity } from './names.ts'
import { isRecord, listOf, recordOf, text, type Shape } from './shape.ts'

/** What the loader reads of a release's `mf-manifest.json`; the registry has looked at the rest. */
export type LoadableManifest = {
  readonly metaData: {
    readonly globalName: string
    readonly publicPath: string
    readonly remoteEntry: { readonly name: string; readonly path: string }
  }
  readonly shared: readonly { readonly name: string }[]
  /** Digest of every other file of the release, by its path in the folder. */
  readonly integrity: Readonly<Record<string, string>>
}

const word = text((one) => one.length <= 200)
const globalName = text((one) => one.length <= 200 && /^[A-Za-z_$][\w$]*$/.test(one))

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
  integrity: recordOf(text(), text(isIntegrity)),
})

/** Whether the loader finds in a manifest what it needs. */
export function isLoadable(value: unknown): value is LoadableManifest {
  let isRight = true
  manifest(value, 'manifest', () => (isRight = false))
  return isRight
}
