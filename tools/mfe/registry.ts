import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  AuditEntry,
  Deployment,
  Proposal,
  registryPaths,
  RegistryRefusal,
  type Canary,
  type Channel,
  type DeployedVersion,
} from '@awards/shared/releases'
import { z } from 'zod'
import { type Arguments, UsageError, CommandError } from './command.ts'
import { dirname, join } from 'node:path'
import { ROOT } from './workspace.ts'

const LOCAL_SITE = 'http://localhost:8080'

/** Parses the origin of a site; `source` is the option named in the error. */
export function originOf(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isOrigin = url && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin
  throw new UsageError(`${source}: "${text}" is not the address of a site, as ${LOCAL_SITE} is.`)
}

/** Origin of the target site: `--site`, `MFE_SITE`, or localhost. */
function siteOf(given: Arguments): string {
  const option = given.text('site')
  if (option !== undefined) return originOf(option, '--site')
  return originOf(process.env['MFE_SITE'] || LOCAL_SITE, 'MFE_SITE')
}

/** The deploy token, from a file or from the environment. */
export function tokenOf(given: Arguments): string {
  const file = given.text('token-file')
  const token = (file === undefined ? (process.env['MFE_TOKEN'] ?? '') : readTokenFile(file)).trim()
  if (/^dt_[\w-]{8,}$/.test(token)) return token
  const source = file === undefined ? 'MFE_TOKEN' : file
  throw new UsageError(
    token === ''
      ? 'A deploy token is needed: set MFE_TOKEN, or give --token-file <path>. An operator makes one ' +
          'with "token create".'
      : `${source} does not hold a deploy token; one begins with dt_.`,
  )
}

function readTokenFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`--token-file: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const TIMEOUT_MS = 120_000

/** The registry refused; the message lists each failed gate with advice. */
export class RefusedError extends CommandError {
  readonly status: number

  constructor(status: number, { message, problems = [] }: RegistryRefusal) {
    const lines = problems.map((problem) => `  ${problem.gate}: ${problem.message}`)
    super([message, ...lines].join('\n'))
    this.status = status
  }
}

type RequestOptions = { readonly body?: unknown; readonly headers?: Record<string, string> }
type RegistryResponse = { readonly status: number; readonly body: unknown }

export type Registry = {
  readonly site: string
  get<S extends z.ZodType>(path: string, schema: S): Promise<z.output<S>>
  /** Sends a change; `body` is sent as JSON, or as gzip if it is bytes. */
  send(method: string, path: string, asked?: RequestOptions): Promise<RegistryResponse>
}

function refusalOf(status: number, text: string, url: string): RefusedError {
  const parsed = RegistryRefusal.safeParse(jsonOf(text))
  if (parsed.success) return new RefusedError(status, parsed.data)
  const message = `${url} answered ${status} and is perhaps no site of ours: ${text.slice(0, 200)}`
  return new RefusedError(status, { error: 'unknown', message })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** HTTP client of a site's registry, authorised by the deploy token. */
export function registryOf(given: Arguments): Registry {
  const site = siteOf(given)
  const token = tokenOf(given)

  async function ask(
    method: string,
    path: string,
    { body, headers }: RequestOptions = {},
  ): Promise<RegistryResponse> {
    const url = site + path
    const isBytes = body instanceof Uint8Array
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && {
          'content-type': isBytes ? 'application/gzip' : 'application/json',
        }),
        ...headers,
      },
      // No redirects: they could send the token to another origin.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    }
    const answer = await fetch(url, init).catch((error: unknown) => {
      const { cause } = error as Error
      const why = cause instanceof Error ? cause.message : String(error)
      throw new CommandError(`${site} cannot be reached (${why}). Is --site or MFE_SITE right?`)
    })
    const text = await answer.text()
    if (!answer.ok) throw refusalOf(answer.status, text, url)
    return { status: answer.status, body: jsonOf(text) }
  }

  return {
    site,
    send: ask,
    async get(path, schema) {
      const { body } = await ask('GET', path)
      const parsed = schema.safeParse(body)
      if (parsed.success) return parsed.data
      throw new CommandError(
        `${site}${path} answered something unknown: is the site of another version than this checkout? ` +
          z.prettifyError(parsed.error),
      )
    },
  }
}

/** Text such as `1.2.0 10 %, 1.1.0 90 % (default)`. */
export const describeVersions = (versions: readonly DeployedVersion[]) =>
  versions.length === 0
    ? 'nothing'
    : versions
        .map((one) => `${one.version} ${one.traffic} %${one.default ? ' (default)' : ''}`)
        .join(', ')

export type DeploymentKey = { readonly channel: Channel; readonly name: string }

const SEEN_FILE = join(ROOT, '.cache/mfe/seen-revisions.json')
const Seen = z.record(z.string(), z.int().min(0))

const keyOf = (site: string, { channel, name }: DeploymentKey) => `${site} ${channel} ${name}`

function readSeen(file: string): z.infer<typeof Seen> {
  try {
    return Seen.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // The file is missing or damaged: no revision is known.
    return {}
  }
}

/**
 * Revisions of deployments that were shown on this machine, by `status` or by a change. A promotion sends the last one
 * seen, so that a concurrent change is never overwritten (optimistic locking).
 */
export const seenRevisions = (site: string, file = SEEN_FILE) => ({
  /** Undefined if the deployment was never shown here, for instance in a CI. */
  of: (place: DeploymentKey): number | undefined => readSeen(file)[keyOf(site, place)],

  note(deployments: readonly Deployment[]) {
    const seen = readSeen(file)
    for (const one of deployments) seen[keyOf(site, one)] = one.revision
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(seen))
  },
})

/** Reads the deployment of a remote in a channel; revision 0 if it was never deployed. */
export async function readDeployment(
  registry: Registry,
  { channel, name }: DeploymentKey,
): Promise<Deployment> {
  try {
    return await registry.get(registryPaths.deployment(channel, name), Deployment)
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 404) throw error
    return { channel, name, revision: 0, versions: [], withdrawn: [] }
  }
}

const AuditPage = z.object({ entries: z.array(AuditEntry) })

async function describeLastChange(
  registry: Registry,
  { channel, name }: DeploymentKey,
): Promise<string> {
  const { entries } = await registry.get(registryPaths.audit(channel), AuditPage)
  const last = entries.find((one) => one.name === name && one.outcome === 'done')
  return last ? `${last.actor} was faster (${last.action} at ${last.at}). ` : ''
}

type Change = { readonly method: 'PATCH' | 'POST'; readonly path: string; readonly body: unknown }

/** Sends a change with `If-Match`; on 412 throws with the author of the concurrent change. */
export async function sendUnlessStale(
  registry: Registry,
  present: Deployment,
  { method, path, body }: Change,
): Promise<RegistryResponse> {
  const headers = { 'if-match': `"${present.revision}"` }
  return registry.send(method, path, { body, headers }).catch(async (error: unknown) => {
    if (!(error instanceof RefusedError) || error.status !== 412) throw error
    throw await staleError(registry, present, error.message)
  })
}

async function staleError(
  registry: Registry,
  place: DeploymentKey,
  message: string,
): Promise<CommandError> {
  const faster = await describeLastChange(registry, place).catch(() => '')
  const advice = `Nothing was changed; "status ${place.name}" shows what is there now.`
  return new CommandError(`${faster}${message}\n${advice}`)
}

/** Throws with the author of the change if the deployment is at another revision. */
export async function requireRevision(registry: Registry, present: Deployment, decidedOn: number) {
  const { channel, name, revision } = present
  if (revision === decidedOn) return
  const message = `${name} in ${channel} is at revision ${revision}; you last saw ${decidedOn}.`
  throw await staleError(registry, present, message)
}

/** Parses the deployment after a change and records its revision as seen. */
export function recordDeployment(registry: Registry, answer: unknown): Deployment {
  const now = Deployment.parse(answer)
  seenRevisions(registry.site).note([now])
  return now
}

/** Changes a deployment; prints the new one, or the proposal if a second person is needed. */
export async function changeDeployment(
  registry: Registry,
  present: Deployment,
  body: {
    versions: DeployedVersion[]
    reason: string
    accept_failures?: boolean
    canary?: Canary
  },
): Promise<void> {
  const { channel, name } = present
  const path = registryPaths.deployment(channel, name)
  const asked = { method: 'PATCH', path, body } as const
  const { status, body: answer } = await sendUnlessStale(registry, present, asked)
  if (status === 202) {
    const { proposed_by } = Proposal.parse(answer)
    console.log(
      `Proposed by ${proposed_by}: ${channel} gives ${describeVersions(body.versions)} of ${name}.\n` +
        `Somebody else has to run "approve ${name} --channel ${channel}".`,
    )
    return
  }
  const now = recordDeployment(registry, answer)
  console.log(
    `${channel} gives ${describeVersions(now.versions)} of ${name} (revision ${now.revision}).`,
  )
}
