/** Channels that a site can follow; a promotion puts a release into one of them. */
export const CHANNELS = ['production', 'staging'] as const
export type Channel = (typeof CHANNELS)[number]

const REMOTE_NAME = /^mf-[a-z]{2,30}$/
const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9a-z.-]{1,40})?$/
const INTEGRITY = /^sha(256|384|512)-[A-Za-z0-9+/]{43,88}={0,2}$/

export const isRemoteId = (text: string) => REMOTE_NAME.test(text)
export const isVersion = (text: string) => VERSION.test(text)
export const isIntegrity = (text: string) => INTEGRITY.test(text)
export const isChannel = (text: string): text is Channel =>
  (CHANNELS as readonly string[]).includes(text)

/** Name of a remote's container; JavaScript identifiers know no dash. */
export const containerName = (remote: string) => remote.replaceAll('-', '_')

/** Global name of one release's container: two releases of a remote may meet in one tab. */
export const containerGlobal = (remote: string, version: string) =>
  `${containerName(remote)}_${version.replace(/\W/g, '_')}`

/** Name by which webpack keeps the chunks of one release apart from those of another. */
export const uniqueName = (remote: string, version: string) => `${remote}@${version}`

/** Where releases are served; the second place holds the same bytes, for a failure on the way. */
export const RELEASE_PLACES = ['/mfe', '/mfe-b'] as const
export type ReleasePlace = (typeof RELEASE_PLACES)[number]

/** Folder of a release on the site, with a slash at its end. */
export const releaseFolder = (remote: string, version: string, place: ReleasePlace = '/mfe') =>
  `${place}/${remote}/${version}/`

export const MANIFEST_FILE = 'mf-manifest.json'
export const ENTRY_FILE = 'remoteEntry.js'
export const ROUTE_ASSETS_FILE = 'route-assets.json'

/** What every remote has to expose for the shell. */
export const EXPOSED = './routes'

/** The release that a path of the site belongs to, for instance in a stack trace or a report. */
export function releaseOfPath(text: string): { name: string; version: string } | undefined {
  const found = /\/mfe(?:-b)?\/(mf-[a-z]+)\/([0-9][0-9a-z.-]*)\//.exec(text)
  if (!found?.[1] || !found[2] || !isVersion(found[2])) return undefined
  return { name: found[1], version: found[2] }
}

/** Key of the shared module whose version is the version of the contract. */
export const CONTRACT_KEY = '@awards/shared/contract'

/** Name of a right of an account, as a page of a release asks for it. */
export const RIGHT_PATTERN = /^[a-z][a-z_]{0,39}$/

/** Name of a query parameter of a page. */
export const QUERY_PATTERN = /^[a-z][a-z_]{0,39}$/

/** What a remote may write as the path of a page: `/gallery/:id`. */
export const ROUTE_PATTERN = /^(\/(:[a-z_]+|[A-Za-z0-9][A-Za-z0-9-]*))+$/

/** Addresses of the registry. They are for machines: each answers with its own HTTP status. */
export const registryPaths = {
  versions: (name: string) => `/api/registry/mfe/${name}/versions`,
  version: (name: string, version: string) => `/api/registry/mfe/${name}/versions/${version}`,
  shell: (version: string) => `/api/registry/shells/${version}`,
  channel: (channel: Channel) => `/api/registry/channels/${channel}`,
  deployment: (channel: Channel, name: string) => `/api/registry/channels/${channel}/${name}`,
  rollback: (channel: Channel, name: string) =>
    `/api/registry/channels/${channel}/${name}/rollback`,
  approve: (channel: Channel, name: string) => `/api/registry/channels/${channel}/${name}/approve`,
  proposals: (channel: Channel) => `/api/registry/channels/${channel}/proposals`,
  rollouts: (channel: Channel) => `/api/registry/channels/${channel}/rollouts`,
  shares: (channel: Channel) => `/api/registry/channels/${channel}/shares`,
  minutes: (channel: Channel, name: string) => `/api/registry/channels/${channel}/${name}/minutes`,
  health: '/api/registry/health',
  caller: '/api/registry/caller',
  owners: '/api/registry/owners',
  audit: (channel: Channel) => `/api/registry/channels/${channel}/audit`,
  events: '/api/platform/events',
  reports: '/api/platform/reports',
  vitals: '/api/platform/vitals',
  overview: '/api/platform/overview',
  staff: '/api/platform/staff',
  pins: '/api/platform/pins',
} as const
