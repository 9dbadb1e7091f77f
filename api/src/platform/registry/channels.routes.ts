import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  Approval,
  Promotion,
  Rollback,
  registryPaths,
  type Channel,
  type Deployment,
} from '@awards/shared/platform'
import type { AppContext } from '../../start/app-context.ts'
import { HEALTH_MS } from '../reports/overview.service.ts'
import { telemetryRepository } from '../reports/telemetry.repository.ts'
import { registryAuditRepository } from './audit.repository.ts'
import type { AuditAction } from './audit.repository.ts'
import { authority } from './authority.ts'
import { channelsService } from './channels.service.ts'
import {
  etag,
  ifMatch,
  read,
  requireChannel,
  requireIfMatch,
  requireName,
} from './registry-input.ts'
import type { Address } from './registry-input.ts'

type Call = FastifyRequest<{ Params: Address }>

const AUDIT_PAGE = 50
const AuditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})

// The paths of the contract take names; here they are patterns.
const CHANNEL = ':channel' as Channel
const NAME = ':name'

const LONGEST_KEPT = 4_000
/** The record keeps what was asked for, and no more than anybody would ask for. */
function kept(body: unknown) {
  try {
    return JSON.stringify(body ?? {}).length > LONGEST_KEPT ? 'too long to keep' : (body ?? {})
  } catch {
    return 'too deep to keep'
  }
}

/** What the channels give: reading it, changing it, and the record of all changes. */
export function channelsRoutes(scope: FastifyInstance, context: AppContext) {
  const { act, bearerOf } = authority(context)
  const service = channelsService(context)

  const placeOf = ({ params }: Call) => ({
    channel: requireChannel(params.channel),
    name: requireName(params.name),
  })
  const record = (action: AuditAction, { params, body, headers }: Call) => ({
    ...{ action, name: params.name, channel: params.channel },
    detail: { asked: kept(body), if_match: headers['if-match'] ?? null },
  })
  const answer = (reply: FastifyReply, deployment: Deployment) =>
    reply.header('etag', etag(deployment.revision)).send(deployment)

  scope.get(registryPaths.channel(CHANNEL), async (request: Call) => {
    await bearerOf(request)
    return service.list(requireChannel(request.params.channel))
  })

  scope.get(registryPaths.health, async (request: Call) => {
    await bearerOf(request)
    const since = new Date(context.clock().getTime() - HEALTH_MS)
    return telemetryRepository(context.registryDb).health(since)
  })

  scope.get(registryPaths.audit(CHANNEL), async (request: Call) => {
    await bearerOf(request)
    const channel = requireChannel(request.params.channel)
    const { before } = read(AuditQuery, request.query)
    const entries = await registryAuditRepository(context.registryDb).page(
      ...([channel, before, AUDIT_PAGE] as const),
    )
    return { entries, next: entries.length === AUDIT_PAGE ? (entries.at(-1)?.id ?? null) : null }
  })

  scope.get(registryPaths.deployment(CHANNEL, NAME), async (request: Call, reply) => {
    await bearerOf(request)
    return answer(reply, await service.find(placeOf(request)))
  })

  scope.patch(registryPaths.deployment(CHANNEL, NAME), async (request: Call, reply) => {
    const outcome = await act(request, record('promote', request), async ({ owner }) => {
      const place = placeOf(request)
      const revision = requireIfMatch(request)
      return service.promote(place, read(Promotion, request.body), { by: owner, revision })
    })
    if ('deployment' in outcome) return answer(reply, outcome.deployment)
    return reply.code(202).send(outcome.proposal)
  })

  scope.get(registryPaths.approve(CHANNEL, NAME), async (request: Call) => {
    await bearerOf(request)
    return service.proposal(placeOf(request))
  })

  scope.post(registryPaths.approve(CHANNEL, NAME), async (request: Call, reply) => {
    const deployment = await act(request, record('approve', request), async ({ owner }) => {
      const { proposed_at: seen, accept_failures: accepts } = read(Approval, request.body)
      return service.approve(placeOf(request), { by: owner, seen, accepts })
    })
    return answer(reply, deployment)
  })

  scope.post(registryPaths.rollback(CHANNEL, NAME), async (request: Call, reply) => {
    const deployment = await act(request, record('rollback', request), async ({ owner }) => {
      const asked = read(Rollback, request.body)
      return service.rollback(placeOf(request), asked, { by: owner, revision: ifMatch(request) })
    })
    return answer(reply, deployment)
  })
}
