import { satisfies } from 'semver'
import type { Channel, GateProblem, ReleaseManifest, ShellRelease } from '@awards/shared/platform'

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
