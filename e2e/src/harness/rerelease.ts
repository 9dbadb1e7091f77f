import {
  containerGlobal,
  ENTRY_FILE,
  MANIFEST_FILE,
  ROUTE_ASSETS_FILE,
  uniqueName,
} from '@awards/shared/releases'
import { SHELL_REACT } from './runtimes.ts'
import { digestOf, fileOf, manifestOf, type Manifest, type Release } from './release.ts'

/** A change of one or more files of a release; it has to change something. */
export type Edit = { file: RegExp; change: (text: string) => string }

export type Changes = {
  /**
   * JavaScript that makes other pages of those that the remote exposes: the body of a function of
   * `routes`, `React` and `version` that returns the new list.
   */
  pages?: string
  /** Statements that run when the remote's exposed module is evaluated. */
  atImport?: string
  edits?: readonly Edit[]
  manifest?: (manifest: Manifest) => void
}

const EXPOSE = /^js\/__federation_expose_routes\.\w+\.js$/
/** The pages of a release as the server renders them (shared/build). */
const SERVER_FILE = 'server/routes.cjs'
const TEXT = /\.(js|css|json)$/

/**
 * Every page says which release it is of. With `atImport` and others this makes releases that are
 * real: their digests are right, they pass the registry's gates, and they run.
 */
export const SHOWS_VERSION = `return routes.map((page) => page.lazy ? {
  ...page,
  lazy: () => page.lazy().then((screen) => ({
    ...screen,
    Component: () => React.createElement(React.Fragment, null,
      React.createElement('p', null, 'Release ' + version),
      React.createElement(screen.Component)),
  })),
} : page)`

/** Another component in the place of one page; `code` is an expression that may use `React`. */
export const withPage = (path: string, code: string) =>
  `return routes.map((page) => page.path === ${JSON.stringify(path)}
    ? { path: page.path, lazy: async () => ({ Component: ${code} }) }
    : page)`

const exposeEdits = ({ pages, atImport }: Changes, version: string): Edit[] => {
  const list: Edit[] = []
  if (atImport) {
    const change = (text: string) =>
      text.replace(
        /(routes:\(\)=>[\w$]+\}\))([;,])/,
        (_, head: string, end: string) => `${head}${end}(()=>{${atImport}})()${end}`,
      )
    list.push({ file: EXPOSE, change })
  }
  if (pages) {
    const made = (list: string) =>
      `(${list}.made??=((routes,React,version)=>{${pages}})(${list},${SHELL_REACT},${JSON.stringify(version)}))`
    const change = (text: string) =>
      text.replace(/routes:\(\)=>([\w$]+)/, (_, list: string) => `routes:()=>${made(list)}`)
    list.push({ file: EXPOSE, change })
  }
  return list
}

function edit(files: Map<string, Buffer>, { file, change }: Edit) {
  let isChanged = false
  for (const [path, bytes] of files) {
    if (!file.test(path)) continue
    const changed = change(bytes.toString())
    if (changed === bytes.toString()) continue
    isChanged = true
    files.set(path, Buffer.from(changed))
  }
  if (!isChanged) throw new Error(`No file ${String(file)} was changed`)
}

/** Files that name digests of others, in the order in which they have to be brought up to date. */
const NAMING = [ENTRY_FILE, ROUTE_ASSETS_FILE, 'mf-stats.json']

function sealAnew(files: Map<string, Buffer>, before: ReadonlyMap<string, string>) {
  const known = new Map<string, string>()
  const note = (path: string) => {
    const old = before.get(path)
    const bytes = files.get(path)
    if (old && bytes) known.set(old, digestOf(bytes))
  }
  for (const path of files.keys()) if (!NAMING.includes(path)) note(path)
  for (const path of NAMING) {
    const text = files.get(path)?.toString()
    if (text === undefined) continue
    const renewed = text.replace(/sha384-[\w+/=]{64}/g, (found) => known.get(found) ?? found)
    files.set(path, Buffer.from(renewed))
    note(path)
  }
}

/** Another version of a release, with changes: a new release as its team would build it. */
export function rerelease(release: Release, version: string, changes: Changes = {}): Release {
  const { name } = release
  const before = new Map([...release.files].map(([path, bytes]) => [path, digestOf(bytes)]))
  const files = new Map(release.files)
  const oldGlobal = containerGlobal(name, release.version)
  for (const [path, bytes] of files) {
    if (!TEXT.test(path)) continue
    const text = bytes
      .toString()
      .replaceAll(uniqueName(name, release.version), uniqueName(name, version))
      .replaceAll(oldGlobal, containerGlobal(name, version))
      .replaceAll(release.version, version)
    files.set(path, Buffer.from(text))
  }
  for (const one of exposeEdits(changes, version)) edit(files, one)
  // What browsers run was changed, so what the server would render is not the same any more.
  if (changes.pages || changes.atImport) files.delete(SERVER_FILE)
  for (const one of changes.edits ?? []) edit(files, one)
  sealAnew(files, before)
  return seal({ name, version, files }, changes.manifest)
}

/** Writes the digests of all files into the manifest, as the build does. */
export function seal(release: Release, change?: (manifest: Manifest) => void): Release {
  const files = new Map(release.files)
  const manifest = manifestOf(release)
  manifest.integrity = Object.fromEntries(
    [...files.keys()]
      .filter((path) => path !== MANIFEST_FILE)
      .sort()
      .map((path) => [path, digestOf(fileOf(release, path))]),
  )
  change?.(manifest)
  files.set(MANIFEST_FILE, Buffer.from(JSON.stringify(manifest)))
  return { ...release, files }
}

/** The release wants another version of a shared module than the site has. */
export const requiring = (key: string, range: string): Changes => ({
  edits: [
    {
      file: /^remoteEntry\.js$/,
      change: (text) =>
        text.replaceAll(
          /requiredVersion:"[^"]*"(,strictVersion:[^{}]*?shareKey:"([^"]+)")/g,
          (found, rest: string, named: string) =>
            named === key ? `requiredVersion:"${range}"${rest}` : found,
        ),
    },
  ],
  manifest: ({ shared }) => {
    for (const one of shared) if (one.name === key) one.requiredVersion = range
  },
})
