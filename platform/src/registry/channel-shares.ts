import type { Channel, ChannelShares, ShellRelease } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { channelsRepository } from './channels.repository.ts'
import { isSatisfied } from './gates/gates-routes.ts'
import {
  manifestOf,
  releasesRepository,
  shellsRepository,
  type ReleaseRow,
} from './releases.repository.ts'

type Share = ChannelShares['releases'][number]['uses'][number]

/** The shared modules that a release takes from a shell, by name. */
function usesOf(row: ReleaseRow, shell: ShellRelease | undefined): Share[] {
  return manifestOf(row)
    .shared.map(({ name, requiredVersion }) => {
      const provided =
        shell && Object.hasOwn(shell.provides, name) ? shell.provides[name] : undefined
      const suits = provided !== undefined && isSatisfied(provided, requiredVersion)
      return { module: name, range: requiredVersion, suits }
    })
    .sort((one, other) => one.module.localeCompare(other.module))
}

/**
 * Who provides and who uses the shared modules of a channel: its shell, and every release that is deployed there, stand-ins
 * too, since each of them may run beside the shell.
 */
export async function channelShares(
  { registryDb }: Pick<AppContext, 'registryDb'>,
  channel: Channel,
): Promise<ChannelShares> {
  const [shells, deployments] = await Promise.all([
    shellsRepository(registryDb).shells([channel]),
    channelsRepository(registryDb).deployments(channel),
  ])
  const shell = shells[0]?.release
  const releases = await Promise.all(
    deployments.map(async ({ name, versions }) => {
      const wanted = versions.map(({ version }) => version)
      const rows = await releasesRepository(registryDb).findMany(name, wanted)
      return versions.flatMap(({ version, traffic }) => {
        const row = rows.find((one) => one.version === version)
        return row ? [{ name, version, traffic, uses: usesOf(row, shell) }] : []
      })
    }),
  )
  return {
    shell: shell ? { version: shell.version, provides: shell.provides } : null,
    releases: releases.flat(),
  }
}
