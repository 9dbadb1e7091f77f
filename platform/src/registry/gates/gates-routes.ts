import satisfies from 'semver/functions/satisfies.js'
import { ROUTES } from '@awards/shared/domain'
import {
  routesOf,
  type Channel,
  type GateProblem,
  type ReleaseManifest,
  type ShellRelease,
  type RemoteRoute,
} from '@awards/shared/releases'

/** The shell that runs in a channel. */
export type ChannelShell = { readonly channel: Channel; readonly release: ShellRelease }

const CONTRACT = '@awards/shared/'

/** Requires that each shell provides the shared modules in the version that the release needs; remotes bundle none. */
export function sharedProblems(
  { shared }: ReleaseManifest,
  shells: readonly ChannelShell[],
): GateProblem[] {
  return shells.flatMap(({ channel, release }) =>
    shared.flatMap(({ name, requiredVersion }): GateProblem[] => {
      const provided = Object.hasOwn(release.provides, name) ? release.provides[name] : undefined
      if (provided !== undefined && isSatisfied(provided, requiredVersion)) return []
      const isContract = name.startsWith(CONTRACT)
      const shell = `the shell of ${channel} (${release.version})`
      const what = provided === undefined ? 'does not provide it' : `provides ${provided}`
      const advice = isContract
        ? `Deploy a shell with this contract to ${channel} first, or build against the older one.`
        : `Build the remote with the version of the shell, or ask for ${name} in the shell first.`
      return [
        {
          gate: isContract ? 'contract_unsatisfied' : 'shared_unsatisfied',
          subject: name,
          wanted: requiredVersion,
          provided: provided ?? 'nothing',
          message: `The release needs ${name} ${requiredVersion}, and ${shell} ${what}. ${advice}`,
        },
      ]
    }),
  )
}

/** Whether a provided version suits a required range; an invalid range suits nothing. */
export const isSatisfied = (provided: string, wanted: string) =>
  satisfies(provided, wanted, { includePrerelease: true })

/** A deployed version of another remote. */
export type OtherRemote = {
  readonly name: string
  readonly version: string
  readonly channel: Channel
  readonly routes: readonly Pick<RemoteRoute, 'path'>[]
}

const segments = (path: string) => path.toLowerCase().split('/').slice(1)
const isParameter = (segment: string) => segment.startsWith(':')

/** Whether a URL path can match both route patterns; case-insensitive, as the router. */
export function routesOverlap(one: string, other: string): boolean {
  const [left, right] = [segments(one), segments(other)]
  return (
    left.length === right.length &&
    left.every((segment, index) => {
      const counterpart = right[index] ?? ''
      return segment === counterpart || isParameter(segment) || isParameter(counterpart)
    })
  )
}

const shape = (path: string) =>
  segments(path)
    .map((segment) => (isParameter(segment) ? ':' : segment))
    .join('/')

/**
 * Refuses routes that overlap with those of the site, the shells or other remotes. Within a remote a fixed path may
 * overlap a parameter, as in the router; between remotes one team could take over pages of another.
 */
export function routeProblems(
  name: string,
  manifest: ReleaseManifest,
  shells: readonly ChannelShell[],
  otherRemotes: readonly OtherRemote[],
): GateProblem[] {
  const own = routesOf(name, manifest).map(({ path }) => path)
  const taken = [
    ...ROUTES.filter(({ owner }) => owner !== name).map(({ path, owner }) => ({ path, by: owner })),
    ...shells.flatMap(({ release }) =>
      release.routes.map((path) => ({ path, by: `the shell ${release.version}` })),
    ),
    ...otherRemotes
      .filter((remote) => remote.name !== name)
      .flatMap(({ name: other, version, channel, routes }) =>
        routes.map(({ path }) => ({ path, by: `${other} ${version} in ${channel}` })),
      ),
  ].filter(({ path }) => path.startsWith('/') && !path.includes('*'))

  return own.flatMap((path, index): GateProblem[] => {
    const first = own.findIndex((other) => shape(other) === shape(path))
    if (first !== index) return [routeProblem(path, own[first] ?? '', 'this release itself')]
    const owner = taken.find((other) => routesOverlap(path, other.path))
    return owner ? [routeProblem(path, owner.path, owner.by)] : []
  })
}

const routeProblem = (path: string, other: string, by: string): GateProblem => ({
  gate: 'route_overlap',
  subject: path,
  wanted: path,
  provided: other,
  message: `The route ${path} overlaps ${other}, which belongs to ${by}. Choose another path in remote.json.`,
})
