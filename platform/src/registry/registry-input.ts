import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import {
  isChannel,
  isRemoteId,
  isVersion,
  type GateProblem,
  type RegistryRefusal,
  type Channel,
} from '@awards/shared/releases'

type Status = 400 | 401 | 403 | 404 | 409 | 412 | 422 | 428

/** An error of the registry's API: HTTP status, stable code, and a message that says what to do next. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: Status
  readonly error: string
  readonly problems: readonly GateProblem[] | undefined

  constructor(status: Status, error: string, message: string, problems?: readonly GateProblem[]) {
    super(message)
    this.status = status
    this.error = error
    this.problems = problems
  }

  get body(): RegistryRefusal {
    const { error, message, problems } = this
    return { error, message, ...(problems && { problems: [...problems] }) }
  }
}

/** Refusal (422 `gates_failed`) with all failed gates at once. */
export const gateRefusal = (what: string, problems: readonly GateProblem[]) => {
  const reasons = problems.length === 1 ? 'one reason' : `${problems.length} reasons`
  return new Refusal(422, 'gates_failed', `${what} is refused for ${reasons}:`, problems)
}

export type RouteParams = { name: string; version: string; channel: string }

export function requireName(name: string): string {
  if (isRemoteId(name)) return name
  throw new Refusal(404, 'not_found', `${name.slice(0, 80)} is not a remote, as mf-jury is.`)
}

export function requireVersion(version: string): string {
  if (isVersion(version)) return version
  const shown = version.slice(0, 80)
  throw new Refusal(404, 'not_found', `${shown} is not a version, as 1.5.0 or 1.5.0-pr88.3 is.`)
}

export function requireChannel(channel: string): Channel {
  if (isChannel(channel)) return channel
  const message = `${channel.slice(0, 80)} is not a channel; there are production and staging.`
  throw new Refusal(404, 'not_found', message)
}

/** Validates a body or a query; throws a Refusal (422) that names each invalid field. */
export function parseInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const parsed = schema.safeParse(sent ?? {})
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'the request'}: ${message}`,
  )
  throw new Refusal(422, 'invalid', problems.join(' '))
}

/** Revision of the header `If-Match: "3"`; undefined if it is missing or malformed. */
export function ifMatch({ headers }: FastifyRequest): number | undefined {
  const [, digits] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(headers['if-match'] ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

export function requireIfMatch(request: FastifyRequest): number {
  const revision = ifMatch(request)
  if (revision !== undefined) return revision
  const message =
    'Send the revision that you have seen as If-Match: "<revision>"; GET on the same address tells it.'
  throw new Refusal(428, 'precondition_required', message)
}

export const etag = (revision: number) => `"${revision}"`
