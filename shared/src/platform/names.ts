import { z } from 'zod'

/** Channels that a site can follow; a promotion puts a release into one of them. */
export const CHANNELS = ['production', 'staging'] as const
export type Channel = (typeof CHANNELS)[number]

const REMOTE_NAME = /^mf-[a-z]{2,30}$/
const VERSION = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})(-[0-9a-z.-]{1,40})?$/
const INTEGRITY = /^sha(256|384|512)-[A-Za-z0-9+/]{43,88}={0,2}$/

/** Name of a remote, as its folder is called: `mf-jury`. */
export const RemoteId = z.string().regex(REMOTE_NAME, 'is not the name of a remote, as mf-jury is')

/** Semantic version without a `+`: `1.5.0`, `1.5.0-pr88.3`. */
export const Version = z.string().regex(VERSION, 'is not a version, as 1.5.0 or 1.5.0-pr88.3 is')

/** Subresource integrity of one digest; anything else would switch the browser's check off. */
export const Integrity = z.string().regex(INTEGRITY, 'is not the integrity of a file')

export const ChannelName = z.enum(CHANNELS, `is not a channel; there are ${CHANNELS.join(', ')}`)

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
