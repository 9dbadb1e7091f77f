import { satisfies } from 'semver'
import { ROUTES } from '@awards/shared/domain'
import {
  routesOf,
  type Channel,
  type GateProblem,
  type ReleaseManifest,
  type ShellRelease,
  type RemoteRoute,
} from '@awards/shared/platform'

/** The shell that the site of a channel runs. */
export type ChannelShell = { readonly channel: Channel; readonly release: ShellRelease }

const CONTRACT = '@awards/shared/'

/** Remotes bring no copy of what is shared, so every shell that will load one has to provide it. */
export function sharedProblems(
  { shared }: ReleaseManifest,
  shells: readonly ChannelShell[],
): GateProblem[] {
  return shells.flatMap(({ channel, release }) =>
    shared.flatMap(({ name, requiredVersion }): GateProblem[] => {
      const provided = Object.hasOwn(release.provides, name) ? release.provides[name] : undefined
      if (provided !== undefined && fits(provided, requiredVersion)) return []
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

// A range that is none is never satisfied.
const fits = (provided: string, wanted: string) =>
  satisfies(provided, wanted, { includePrerelease: true })

/** A version of another remote, deployed in a channel. */
export type Neighbour = {
  readonly name: string
  readonly version: string
  readonly channel: Channel
  readonly routes: readonly Pick<RemoteRoute, 'path'>[]
}

const segments = (path: string) => path.toLowerCase().split('/').slice(1)
const isParameter = (segment: string) => segment.startsWith(':')

/** Whether some address belongs to both patterns. */
export function overlap(one: string, other: string): boolean {
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
 * A page has one owner. Within a remote a fixed path wins over a parameter, as in the router; between
 * remotes that would let one team take an address from another's page, so it is refused.
 */
export function routeProblems(
  name: string,
  manifest: ReleaseManifest,
  shells: readonly ChannelShell[],
  neighbours: readonly Neighbour[],
): GateProblem[] {
  const own = routesOf(name, manifest).map(({ path }) => path)
  const taken = [
    ...ROUTES.filter(({ owner }) => owner !== name).map(({ path, owner }) => ({ path, by: owner })),
    ...shells.flatMap(({ release }) =>
      release.routes.map((path) => ({ path, by: `the shell ${release.version}` })),
    ),
    ...neighbours
      .filter((neighbour) => neighbour.name !== name)
      .flatMap(({ name: other, version, channel, routes }) =>
        routes.map(({ path }) => ({ path, by: `${other} ${version} in ${channel}` })),
      ),
  ].filter(({ path }) => path.startsWith('/') && !path.includes('*'))

  return own.flatMap((path, index): GateProblem[] => {
    const first = own.findIndex((other) => shape(other) === shape(path))
    if (first !== index) return [clash(path, own[first] ?? '', 'this release itself')]
    const owner = taken.find((other) => overlap(path, other.path))
    return owner ? [clash(path, owner.path, owner.by)] : []
  })
}

const clash = (path: string, other: string, by: string): GateProblem => ({
  gate: 'route_overlap',
  subject: path,
  wanted: path,
  provided: other,
  message: `The route ${path} overlaps ${other}, which belongs to ${by}. Choose another path in remote.json.`,
})
