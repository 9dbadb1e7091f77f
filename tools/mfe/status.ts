import semver from 'semver'
import { z } from 'zod'
import {
  type Channel,
  CHANNELS,
  CONTRACT_KEY,
  Deployment,
  Proposal,
  PublishedVersion,
  ReleaseHealth,
  registryPaths,
  SHELL_RELEASE_FILE,
  ShellRelease,
  TWO_PERSON_REMOTES,
  type VersionHealth,
} from '@awards/shared/releases'
import type { Command } from './command.ts'
import { describe } from './promotion.ts'
import { RefusedError, registryOf } from './registry.ts'
import type { Registry } from './registry.ts'
import { seenRevisions } from './seen-revisions.ts'
import { table } from './table.ts'

type Facts = {
  readonly contracts: ReadonlyMap<string, string>
  readonly health: ReadonlyMap<string, VersionHealth>
  readonly shell: ShellRelease | undefined
}

/** What the site itself says; nothing where it does not tell everybody. */
async function fromSite<S extends z.ZodType>(registry: Registry, path: string, schema: S) {
  const answer = await fetch(registry.site + path).catch(() => undefined)
  if (!answer?.ok) return undefined
  const parsed = schema.safeParse(await answer.json().catch(() => undefined))
  return parsed.success ? parsed.data : undefined
}

async function factsOf(registry: Registry, names: readonly string[]): Promise<Facts> {
  const [loads, shell, ...published] = await Promise.all([
    registry.get(registryPaths.health, ReleaseHealth),
    fromSite(registry, `/assets/${SHELL_RELEASE_FILE}`, ShellRelease),
    ...names.map((name) => registry.get(registryPaths.versions(name), z.array(PublishedVersion))),
  ])
  const released = published.flat()
  return {
    contracts: new Map(released.map((one) => [`${one.name}@${one.version}`, one.contract])),
    health: new Map(loads.map((one) => [`${one.channel} ${one.name}@${one.version}`, one])),
    shell,
  }
}

function healthText(health: VersionHealth | undefined): string {
  if (!health) return 'no loads'
  return `${health.ok} ok, ${health.fallback} fallback, ${health.failed} failed`
}

/** Was it built for a contract that the shell of this site has? */
function suitability(contract: string | undefined, shell: ShellRelease | undefined): string {
  const provided = shell?.provides[CONTRACT_KEY]
  if (!contract || !provided) return '?'
  if (semver.satisfies(provided, contract)) return `yes (${contract})`
  return `NO: wants ${contract}, the shell has ${provided}`
}

/** What waits for a second person, a line each. */
async function waiting(registry: Registry, names: readonly string[]): Promise<string[]> {
  const careful = names.filter((name) => TWO_PERSON_REMOTES.includes(name))
  const found = await Promise.all(
    careful.map((name) =>
      registry.get(registryPaths.approve('production', name), Proposal).catch((error: unknown) => {
        // There is none, or the token is for another remote.
        if (error instanceof RefusedError && [403, 404].includes(error.status)) return undefined
        throw error
      }),
    ),
  )
  return found.flatMap((one) =>
    one
      ? [
          `${one.name}: ${one.proposed_by} proposes ${describe(one.versions)} for ${one.channel}; ` +
            `somebody else has to run "approve ${one.name} --channel ${one.channel}".`,
        ]
      : [],
  )
}

export const status: Command = {
  usage: '[name]',
  about: 'show what each channel gives, how loads went in the last hour, and what suits the shell',
  shape: { name: 'optional' },
  async run(given) {
    const registry = registryOf(given)
    const deployments = (
      await Promise.all(
        CHANNELS.map((channel: Channel) =>
          registry.get(registryPaths.channel(channel), z.array(Deployment)),
        ),
      )
    )
      .flat()
      .filter(({ name, versions }) => versions.length > 0 && (!given.name || name === given.name))
      .sort((a, b) => a.name.localeCompare(b.name))
    seenRevisions(registry.site).note(deployments)
    const names = [...new Set(deployments.map(({ name }) => name))]
    const [facts, proposals] = await Promise.all([
      factsOf(registry, names),
      waiting(registry, names),
    ])
    const rows = deployments.flatMap(({ name, channel, revision, versions }) =>
      versions.map((one) => {
        const key = `${name}@${one.version}`
        return [
          name,
          channel,
          String(revision),
          one.version,
          `${one.traffic} %${one.default ? ' default' : ''}`,
          healthText(facts.health.get(`${channel} ${key}`)),
          suitability(facts.contracts.get(key), facts.shell),
        ]
      }),
    )
    const head = ['remote', 'channel', 'rev', 'version', 'traffic', 'last hour', 'suits shell']
    if (rows.length > 0) console.log(table(head, rows))
    else console.log(`No channel has ${given.name || 'a remote'} yet.`)
    for (const line of proposals) console.log(line)
    return 0
  },
}
