import {
  type Channel,
  CHANNELS,
  CONTRACT_KEY,
  Deployment,
  Proposal,
  PublishedVersion,
  type Finding,
  MIN_STEP_MINUTES,
  ReleaseHealth,
  type Rollout,
  Rollouts,
  registryPaths,
  SHELL_RELEASE_FILE,
  ShellRelease,
  TWO_PERSON_REMOTES,
  type Verdict,
  type VersionHealth,
} from '@awards/shared/releases'
import semver from 'semver'
import { z } from 'zod'
import type { Command } from './command.ts'
import {
  describeVersions,
  RefusedError,
  registryOf,
  seenRevisions,
  type Registry,
} from './registry.ts'

type Facts = {
  readonly contracts: ReadonlyMap<string, string>
  readonly health: ReadonlyMap<string, VersionHealth>
  readonly shell: ShellRelease | undefined
}

/** Fetches a public document of the site; undefined if it is missing or invalid. */
async function fetchFromSite<S extends z.ZodType>(registry: Registry, path: string, schema: S) {
  const answer = await fetch(registry.site + path).catch(() => undefined)
  if (!answer?.ok) return undefined
  const parsed = schema.safeParse(await answer.json().catch(() => undefined))
  return parsed.success ? parsed.data : undefined
}

async function factsOf(registry: Registry, names: readonly string[]): Promise<Facts> {
  const [loads, shell, ...published] = await Promise.all([
    registry.get(registryPaths.health, ReleaseHealth),
    fetchFromSite(registry, `/assets/${SHELL_RELEASE_FILE}`, ShellRelease),
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

/** Whether the contract of a release matches the one of the site's shell. */
function contractMatch(contract: string | undefined, shell: ShellRelease | undefined): string {
  const provided = shell?.provides[CONTRACT_KEY]
  if (!contract || !provided) return '?'
  if (semver.satisfies(provided, contract)) return `yes (${contract})`
  return `NO: wants ${contract}, the shell has ${provided}`
}

/** Proposals that wait for a second person, one line each. */
async function pendingProposals(registry: Registry, names: readonly string[]): Promise<string[]> {
  const careful = names.filter((name) => TWO_PERSON_REMOTES.includes(name))
  const found = await Promise.all(
    careful.map((name) =>
      registry.get(registryPaths.approve('production', name), Proposal).catch((error: unknown) => {
        // No proposal, or the token belongs to another remote.
        if (error instanceof RefusedError && [403, 404].includes(error.status)) return undefined
        throw error
      }),
    ),
  )
  return found.flatMap((one) =>
    one
      ? [
          `${one.name}: ${one.proposed_by} proposes ${describeVersions(one.versions)} for ${one.channel}; ` +
            `somebody else has to run "approve ${one.name} --channel ${one.channel}".`,
        ]
      : [],
  )
}

/** The newest canary of each remote, one line each; those that ended long ago are left out. */
async function rolloutLines(registry: Registry, names: readonly string[]): Promise<string[]> {
  const found = await Promise.all(
    CHANNELS.map((channel) => registry.get(registryPaths.rollouts(channel), Rollouts)),
  )
  return found
    .flat()
    .filter(({ name, state }) => names.includes(name) && state !== 'replaced')
    .map(rolloutLine)
}

/** How far a canary is, and what the judge said last. */
function rolloutLine({ name, version, channel, state, traffic, verdict, ...one }: Rollout) {
  const head = `canary of ${name} ${version} in ${channel}`
  if (state === 'done') return `${head}: everybody has it`
  const why = verdict ? REASONS[verdict.reason](verdict) : 'not judged yet'
  if (state === 'stopped')
    return `${head}: STOPPED at ${traffic} %, ${one.baseline} is back (${why})`
  return `${head}: ${traffic} % since ${one.step_since}, ${why}`
}

const REASONS: Readonly<Record<Verdict['reason'], (verdict: Verdict) => string>> = {
  failures: ({ findings }) => `more failures: ${deciding(findings)}`,
  slower: ({ findings }) => `slower: ${deciding(findings)}`,
  too_short: ({ minutes }) => `holds: ${minutes} of ${MIN_STEP_MINUTES} minutes`,
  too_few_views: ({ views, needed_views }) => `holds: ${views} of ${needed_views} views`,
  no_difference: ({ views }) => `no difference in ${views} views`,
}

const deciding = (findings: readonly Finding[]) =>
  findings
    .filter(({ stops }) => stops)
    .map(({ figure, test, canary, baseline }) => {
      const text = (value: number | null) => {
        if (value === null) return 'not known'
        return test === 'rank' ? `${value} ms` : `${(100 * value).toFixed(2)} %`
      }
      return `${figure} ${text(canary)} beside ${text(baseline)}`
    })
    .join(', ')

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
      pendingProposals(registry, names),
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
          contractMatch(facts.contracts.get(key), facts.shell),
        ]
      }),
    )
    const head = ['remote', 'channel', 'rev', 'version', 'traffic', 'last hour', 'suits shell']
    if (rows.length > 0) console.log(table(head, rows))
    else console.log(`No channel has ${given.name || 'a remote'} yet.`)
    for (const line of await rolloutLines(registry, names)) console.log(line)
    for (const line of proposals) console.log(line)
    return 0
  },
}

export const versions: Command = {
  usage: '<name>',
  about: 'list what is published of a remote',
  shape: { name: 'required' },
  async run(given) {
    const path = registryPaths.versions(given.name)
    const published = await registryOf(given).get(path, z.array(PublishedVersion))
    const newestFirst = published.sort((a, b) => (a.published_at < b.published_at ? 1 : -1))
    const rows = newestFirst.map((one) => [
      one.version,
      one.published_at,
      one.published_by,
      one.contract,
      shortCommit(one.commit),
      one.preview ? 'preview' : '',
    ])
    if (rows.length === 0) console.log(`Nothing of ${given.name} is published.`)
    else console.log(table(['version', 'published', 'by', 'contract', 'commit', ''], rows))
    return 0
  },
}

/** The first letters of a commit, and whether its sources had changes that were not committed. */
const shortCommit = (commit: string | null) => {
  if (!commit) return ''
  const short = commit.slice(0, 10)
  return commit.endsWith('-dirty') ? `${short} + changes` : short
}

/** Formats rows as aligned text columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_title, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  )
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
