import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  PublishQuery,
  registryPaths,
  Approval,
  Promotion,
  Rollback,
  TWO_PERSON_REMOTES,
  type Caller,
  type Channel,
  type Deployment,
  type RollbackTarget,
} from '@awards/shared/releases'
import { BusinessError } from '../../../api/src/http/business-error.ts'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { HEALTH_WINDOW_MS, releaseMinutes } from '../reports/overview.service.ts'
import { telemetryRepository } from '../reports/vitals.repository.ts'
import { registryAuditRepository, type AuditAction } from './authorization.repository.ts'
import { authorization, remoteOwners } from './authorization.ts'
import { channelsRepository } from './channels.repository.ts'
import { channelShares, channelsService } from './channels.service.ts'
import { readArchive, drain, type ReceivedFiles } from './gates/release-files.ts'
import { publishService } from './publish.service.ts'
import {
  Refusal,
  parseInput,
  requireName,
  requireVersion,
  etag,
  ifMatch,
  requireChannel,
  requireIfMatch,
  type RouteParams,
} from './registry-input.ts'
import { SHELL } from './releases.repository.ts'
import { endPreview } from './retention.ts'
import { rolloutsRepository } from './rollout/rollouts.repository.ts'
import { publishShell } from './shell-builds.service.ts'

type PublishRequest = FastifyRequest<{ Params: RouteParams; Querystring: { dryRun?: string } }>

type ListRequest = FastifyRequest<{ Params: RouteParams; Querystring: { removed?: string } }>

/** The files of an uploaded archive. */
async function receive({ body }: FastifyRequest, reply: FastifyReply): Promise<ReceivedFiles> {
  const archive = body instanceof Readable ? body : Readable.from([])
  const received = await readArchive(archive)
  if (!(await drain(archive))) void reply.header('connection', 'close')
  return received
}

/** Endpoints to publish a release or a build of the shell, and to list the releases of a remote. */
function publishRoutes(scope: FastifyInstance, context: AppContext) {
  const { authorise, authenticate } = authorization(context)
  const service = publishService(context)

  scope.put(registryPaths.version(':name', ':version'), async (request: PublishRequest, reply) => {
    const { name, version } = request.params
    const isDryRun = request.query.dryRun === '1'
    const detail = { version: version.slice(0, 80) }
    const auditedAction = { action: 'publish', name, detail, isDryRun } as const
    const { isNew, release } = await authorise(request, auditedAction, async ({ owner }) => {
      const id = { name: requireName(name), version: requireVersion(version) }
      const asked = parseInput(PublishQuery, request.query)
      const { channel, preview, commit, types, acceptSize } = asked
      const received = await receive(request, reply)
      return service.publish({
        ...id,
        received,
        commit,
        attested: { types, acceptSize },
        by: owner,
        isDryRun,
        ...(channel && { channels: [channel] }),
        check: scope.checkRelease,
        preview: preview === '1',
      })
    })
    return reply.code(isNew && !isDryRun ? 201 : 200).send(release)
  })

  scope.put(registryPaths.shell(':version'), async (request: PublishRequest, reply) => {
    const { version } = request.params
    const isDryRun = request.query.dryRun === '1'
    const detail = { version: version.slice(0, 80) }
    const auditedAction = { action: 'publish', name: SHELL, detail, isDryRun } as const
    const { isNew, ...shell } = await authorise(request, auditedAction, async ({ owner }) => {
      const received = await receive(request, reply)
      return publishShell(context, {
        version: requireVersion(version),
        received,
        by: owner,
        isDryRun,
      })
    })
    return reply.code(isNew && !isDryRun ? 201 : 200).send(shell)
  })

  scope.delete(
    registryPaths.version(':name', ':version'),
    async (request: PublishRequest, reply) => {
      const { name, version } = request.params
      const detail = { version: version.slice(0, 80) }
      await authorise(request, { action: 'retire', name, detail }, ({ owner }) =>
        endPreview(context, { name: requireName(name), version: requireVersion(version) }, owner),
      )
      return reply.code(204).send()
    },
  )

  scope.get(registryPaths.versions(':name'), async (request: ListRequest) => {
    await authenticate(request)
    return service.list(requireName(request.params.name), request.query.removed === '1')
  })
}

type Call = FastifyRequest<{ Params: RouteParams }>

const AUDIT_PAGE = 50
const AuditQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
})

// Path functions of the contract take values; route patterns pass parameters instead.
const CHANNEL = ':channel' as Channel
const NAME = ':name'

const MAX_AUDITED_LENGTH = 4_000
/** The request body for the audit log, limited in size; `JSON.stringify` throws if it is nested too deeply. */
function auditedBody(body: unknown) {
  try {
    return JSON.stringify(body ?? {}).length > MAX_AUDITED_LENGTH
      ? 'too long to keep'
      : (body ?? {})
  } catch {
    return 'too deep to keep'
  }
}

/** Endpoints of deployments: read, promote, approve and roll back; also load counts and the audit log. */
function channelsRoutes(scope: FastifyInstance, context: AppContext) {
  const { authorise, authenticate } = authorization(context)
  const service = channelsService(context)

  const targetOf = ({ params }: Call) => ({
    channel: requireChannel(params.channel),
    name: requireName(params.name),
  })
  const actionOf = (action: AuditAction, { params, body, headers }: Call) => ({
    action,
    name: params.name,
    channel: params.channel,
    detail: { asked: auditedBody(body), if_match: headers['if-match'] ?? null },
  })
  const sendDeployment = (reply: FastifyReply, deployment: Deployment) =>
    reply.header('etag', etag(deployment.revision)).send(deployment)

  scope.get(registryPaths.channel(CHANNEL), async (request: Call) => {
    await authenticate(request)
    return service.list(requireChannel(request.params.channel))
  })

  scope.get(registryPaths.caller, async (request): Promise<Caller> => {
    const { owner, scope: covers, expiresAt } = await authenticate(request)
    return { owner, scope: covers, expires_at: expiresAt?.toISOString() ?? null }
  })

  scope.get(registryPaths.owners, async (request) => {
    await authenticate(request)
    return remoteOwners(context)
  })

  scope.get(registryPaths.shares(CHANNEL), async (request: Call) => {
    await authenticate(request)
    return channelShares(context, requireChannel(request.params.channel))
  })

  scope.get(registryPaths.minutes(CHANNEL, NAME), async (request: Call) => {
    await authenticate(request)
    return releaseMinutes(context, targetOf(request))
  })

  scope.get(registryPaths.health, async (request: Call) => {
    await authenticate(request)
    const since = new Date(context.clock().getTime() - HEALTH_WINDOW_MS)
    return telemetryRepository(context.registryDb).health(since)
  })

  scope.get(registryPaths.proposals(CHANNEL), async (request: Call) => {
    await authenticate(request)
    const channel = requireChannel(request.params.channel)
    const { proposal } = channelsRepository(context.registryDb)
    const found = await Promise.all(TWO_PERSON_REMOTES.map((name) => proposal(channel, name)))
    return found.filter((one) => one !== undefined)
  })

  scope.get(registryPaths.rollouts(CHANNEL), async (request: Call) => {
    await authenticate(request)
    return rolloutsRepository(context.registryDb).newest(requireChannel(request.params.channel))
  })

  scope.get(registryPaths.audit(CHANNEL), async (request: Call) => {
    await authenticate(request)
    const channel = requireChannel(request.params.channel)
    const { before } = parseInput(AuditQuery, request.query)
    const entries = await registryAuditRepository(context.registryDb).page(
      ...([channel, before, AUDIT_PAGE] as const),
    )
    return { entries, next: entries.length === AUDIT_PAGE ? (entries.at(-1)?.id ?? null) : null }
  })

  scope.get(registryPaths.deployment(CHANNEL, NAME), async (request: Call, reply) => {
    await authenticate(request)
    return sendDeployment(reply, await service.find(targetOf(request)))
  })

  scope.patch(registryPaths.deployment(CHANNEL, NAME), async (request: Call, reply) => {
    const outcome = await authorise(request, actionOf('promote', request), async ({ owner }) => {
      const target = targetOf(request)
      const revision = requireIfMatch(request)
      return service.promote(target, parseInput(Promotion, request.body), { by: owner, revision })
    })
    if ('deployment' in outcome) return sendDeployment(reply, outcome.deployment)
    return reply.code(202).send(outcome.proposal)
  })

  scope.get(registryPaths.approve(CHANNEL, NAME), async (request: Call) => {
    await authenticate(request)
    return service.proposal(targetOf(request))
  })

  scope.post(registryPaths.approve(CHANNEL, NAME), async (request: Call, reply) => {
    const deployment = await authorise(request, actionOf('approve', request), async ({ owner }) => {
      const { proposed_at: proposedAt, accept_failures: acceptsFailures } = parseInput(
        Approval,
        request.body,
      )
      return service.approve(targetOf(request), { by: owner, proposedAt, acceptsFailures })
    })
    return sendDeployment(reply, deployment)
  })

  scope.get(
    registryPaths.rollback(CHANNEL, NAME),
    async (request: Call): Promise<RollbackTarget> => {
      await authenticate(request)
      return service.rollbackTarget(targetOf(request))
    },
  )

  scope.post(registryPaths.rollback(CHANNEL, NAME), async (request: Call, reply) => {
    const deployment = await authorise(
      request,
      actionOf('rollback', request),
      async ({ owner }) => {
        const input = parseInput(Rollback, request.body)
        return service.rollback(targetOf(request), input, { by: owner, revision: ifMatch(request) })
      },
    )
    return sendDeployment(reply, deployment)
  })
}

const UNREADABLE: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'Send a release with content-type: application/gzip, everything else as application/json.',
}

// SQLSTATEs for NUL and lone surrogates, which PostgreSQL stores neither in `text` nor in `jsonb`.
const UNSTORABLE = new Set(['22021', '22P05', '22P02'])

/**
 * Configures the scope of the registry's API: real HTTP status codes, no caching, and archives as unread streams, so
 * that authentication comes before the body.
 */
function registryScope(scope: FastifyInstance, { log }: AppContext) {
  scope.addContentTypeParser(['application/gzip', 'application/x-gzip'], (_request, body, done) =>
    done(null, body),
  )

  scope.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })

  scope.setErrorHandler((error: FastifyError | Refusal | BusinessError, request, reply) => {
    if (error instanceof Refusal) {
      if (error.status === 401) void reply.header('www-authenticate', 'Bearer')
      return reply.code(error.status).send(error.body)
    }
    if (error instanceof BusinessError) {
      const seconds = Number(error.data?.['retry_after'] ?? 60)
      return reply
        .code(429)
        .header('retry-after', seconds)
        .send({ error: 'too_many_attempts', message: error.message })
    }
    if (UNSTORABLE.has(error.code)) {
      const message = 'A text has characters that cannot be kept. Take them out.'
      return reply.code(422).send({ error: 'invalid', message })
    }
    const { statusCode = 500 } = error
    if (statusCode >= 400 && statusCode < 500) {
      const message = UNREADABLE[error.code] ?? `The request cannot be read: ${error.message}`
      return reply.code(statusCode).send({ error: 'unreadable', message })
    }
    log.error('registry.failed', { trace_id: request.id, path: request.url.split('?')[0], error })
    const message =
      'The registry could not do this. Look at what the channel has before you try again. ' +
      `Reference: ${request.id}`
    return reply.code(500).send({ error: 'internal', message })
  })

  scope.all('/api/registry/*', () => {
    throw new Refusal(404, 'not_found', 'The registry has no such address or method.')
  })
}

/** The HTTP API of the release registry (ADR 9), for command line and CI. */
export function registryRoutes(app: FastifyInstance, context: AppContext) {
  void app.register(async (scope) => {
    registryScope(scope, context)
    publishRoutes(scope, context)
    channelsRoutes(scope, context)
  })
}
