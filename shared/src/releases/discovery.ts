import { WRAPPERS, type Wrapper } from '../domain/routes.ts'
import {
  EXPOSED,
  isIntegrity,
  isRemoteId,
  isVersion,
  MANIFEST_FILE,
  releaseFolder,
  type ReleasePlace,
  RIGHT_PATTERN,
  ROUTE_PATTERN,
} from './names.ts'
import { exactly, flag, listOf, oneOf, openly, recordOf, such, text, whole } from './shape.ts'

/** The schema whose field names the document has; our rules are stricter than it. */
export const DISCOVERY_SCHEMA =
  'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'

type ByLanguage = { en: string; fr: string; zh: string }

/** A page of a release. What is not known here belongs to a newer shell and is left alone. */
export type DiscoveredRoute = {
  path: string
  title: string
  wrappers: Wrapper[]
  /** Rights of the account of which one opens the page. */
  rights?: string[] | undefined
  frame?: 'desk' | undefined
  /** Name of the page in the account menu. */
  menu?: ByLanguage | undefined
  /** Title of the document in each language. */
  titles?: ByLanguage | undefined
  /** False keeps a public page out of the sitemap. */
  sitemap?: boolean | undefined
}

/** An entry of the site's menus that leads to a page of a release. */
export type ReleaseMenuEntry = {
  path: string
  place: 'header' | 'footer'
  texts: ByLanguage
}

export type DiscoveryEntry = {
  url: string
  fallbackUrl?: string | undefined
  metadata: { version: string; integrity: string }
  deployment: { traffic: number; default: boolean }
  extras: {
    modulefederation: {
      name: string
      exposes: string[]
      routes: DiscoveredRoute[]
      /** Entries of the site's menus that lead to its pages. */
      menu?: ReleaseMenuEntry[] | undefined
      /** A primary remote fills the page, so its failure does too; a regular one fails in its place. */
      kind: 'primary' | 'regular'
      /** Versions of the contract that the release was built for. */
      contract: string
      timeoutMs: number
      prefetch: string[]
      /** Versions that were rolled back: an open tab leaves them at its next navigation. */
      withdrawn: string[]
    }
  }
}

/**
 * The document that joins the remotes (`/discovery.json`). The first entry of a remote is what this
 * visitor gets; the one that is marked as default is the last that is known to be good.
 */
export type DiscoveryDocument = {
  schema: typeof DISCOVERY_SCHEMA
  microFrontends: Record<string, DiscoveryEntry[]>
}

const version = text(isVersion, 'is not a version, as 1.5.0 or 1.5.0-pr88.3 is')

const menuText = text((name) => name.length > 0 && name.length <= 40, 'is not a name')

const title = text((one) => one.length > 0 && one.length <= 80, 'is not a title')
const byLanguage = exactly({ en: title, fr: title, zh: title })
const path = text((one) => one.length <= 120 && ROUTE_PATTERN.test(one), 'is not a route')

const route = openly(
  {
    path,
    title,
    wrappers: listOf(oneOf(...WRAPPERS), { most: 4 }),
  },
  {
    rights: listOf(
      text((right) => RIGHT_PATTERN.test(right), 'is not a right'),
      { most: 8 },
    ),
    frame: oneOf('desk'),
    menu: exactly({ en: menuText, fr: menuText, zh: menuText }),
    titles: byLanguage,
    sitemap: flag,
  },
)

const menuEntry = exactly({ path, place: oneOf('header', 'footer'), texts: byLanguage })

const extension = exactly(
  {
    name: text(),
    exposes: such((list) => Array.isArray(list) && list.includes(EXPOSED), 'has no ./routes'),
    routes: listOf(route),
    kind: oneOf('primary', 'regular'),
    contract: text(),
    timeoutMs: whole(100, 60_000),
    prefetch: listOf(text()),
    withdrawn: listOf(version, { most: 50 }),
  },
  { menu: listOf(menuEntry, { most: 5 }) },
)

const entry = exactly(
  {
    url: text(),
    metadata: exactly({
      version,
      integrity: text(isIntegrity, 'is not the integrity of a file'),
    }),
    deployment: exactly({ traffic: whole(0, 100), default: flag }),
    extras: exactly({ modulefederation: extension }),
  },
  { fallbackUrl: text() },
)

const document = exactly({
  schema: oneOf(DISCOVERY_SCHEMA),
  microFrontends: recordOf(
    text(isRemoteId, 'is not the name of a remote, as mf-jury is'),
    listOf(entry, { least: 1, most: 10 }),
  ),
})

/** Address of a release's manifest below one of the places. */
export const manifestUrl = (remote: string, version: string, place: ReleasePlace = '/mfe') =>
  releaseFolder(remote, version, place) + MANIFEST_FILE

function checkRemote(
  name: string,
  entries: readonly DiscoveryEntry[],
  note: (text: string) => void,
) {
  const versions = new Set(entries.map(({ metadata }) => metadata.version))
  if (versions.size !== entries.length) note(`${name} lists a version twice`)
  if (entries.filter(({ deployment }) => deployment.default).length !== 1) {
    note(`${name} needs exactly one default version`)
  }
  const traffic = entries.reduce((sum, { deployment }) => sum + deployment.traffic, 0)
  if (traffic !== 100) note(`the traffic of ${name} adds up to ${traffic}, not to 100`)
  for (const { url, fallbackUrl, metadata } of entries) {
    if (url !== manifestUrl(name, metadata.version)) note(`${url} is not of ${name}`)
    if (fallbackUrl && fallbackUrl !== manifestUrl(name, metadata.version, '/mfe-b')) {
      note(`${fallbackUrl} is not of ${name}`)
    }
  }
}

/** Everything that is wrong with a document; nothing where it is valid. */
export function discoveryProblems(value: unknown): string[] {
  const problems: string[] = []
  document(value, '', (at, problem) => problems.push(`${at}: ${problem}`))
  if (problems.length > 0) return problems
  for (const [name, entries] of Object.entries((value as DiscoveryDocument).microFrontends)) {
    checkRemote(name, entries, (problem) => problems.push(`microFrontends.${name}: ${problem}`))
  }
  return problems
}

/** Takes a document, or throws an error that names everything that is wrong with it. */
export function parseDiscovery(value: unknown): DiscoveryDocument {
  const problems = discoveryProblems(value)
  if (problems.length === 0) return value as DiscoveryDocument
  throw new Error(`The discovery document is not valid: ${problems.join('; ')}`)
}

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

const manifest = openly(
  {
    metaData: openly({
      globalName,
      publicPath: word,
      remoteEntry: openly({ name: word, path: word }),
    }),
    shared: listOf(openly({ name: word }), { most: 1_000 }),
    integrity: recordOf(text(), text(isIntegrity)),
  },
  { antdPages: listOf(word, { most: 100 }) },
)

/** Whether the loader finds in a manifest what it needs. */
export function isLoadable(value: unknown): value is LoadableManifest {
  let isRight = true
  manifest(value, 'manifest', () => (isRight = false))
  return isRight
}
