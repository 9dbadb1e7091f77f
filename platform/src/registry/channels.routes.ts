import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  PublishQuery,
  registryPaths,
  Approval,
  Promotion,
  Rollback,
  type Channel,
  type Deployment,
} from '@awards/shared/platform'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { HEALTH_MS } from '../reports/overview.service.ts'
import { telemetryRepository } from '../reports/telemetry.repository.ts'
import { registryAuditRepository, type AuditAction } from './authority.repository.ts'
import { authority } from './authority.ts'
import { channelsService } from './channels.service.ts'
import { readArchive, readAway } from './gates/archive.ts'
import { publishService } from './publish.service.ts'
import {
  read,
  requireName,
  requireVersion,
  etag,
  ifMatch,
  requireChannel,
  requireIfMatch,
  type Address,
} from './registry-input.ts'

type PublishRequest = FastifyRequest<{ Params: Address; Querystring: { dryRun?: string } }>

/** Publishing a release, and the list of what is published. */
export function publishRoutes(scope: FastifyInstance, context: AppContext) {
  const { act, bearerOf } = authority(context)
  const service = publishService(context)

  scope.put(registryPaths.version(':name', ':version'), async (request: PublishRequest, reply) => {
    const { name, version } = request.params
    const isRehearsal = request.query.dryRun === '1'
    const detail = { version: version.slice(0, 80) }
    const record = { action: 'publish', name, detail, isRehearsal } as const
    const { isNew, release } = await act(request, record, async ({ owner }) => {
      const id = { name: requireName(name), version: requireVersion(version) }
      const { channel, preview, commit } = read(PublishQuery, request.query)
      const { body } = request
      const archive = body instanceof Readable ? body : Readable.from([])
      const received = await readArchive(archive)
      if (!(await readAway(archive))) void reply.header('connection', 'close')
      return service.publish({
        ...id,
        received,
        commit,
        by: owner,
        isRehearsal,
        ...(channel && { channels: [channel] }),
        check: scope.checkRelease,
        preview: preview === '1',
      })
    })
    return reply.code(isNew && !isRehearsal ? 201 : 200).send(release)
  })

  scope.get(registryPaths.versions(':name'), async (request: PublishRequest) => {
    await bearerOf(request)
    return service.list(requireName(request.params.name))
  })
}

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
    action,
    name: params.name,
    channel: params.channel,
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
