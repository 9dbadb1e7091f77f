import fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
} from 'fastify'
import { filesRoutes } from '../files/files.routes.ts'
import { certificatesRepository } from '../modules/documents/certificates/certificates.repository.ts'
import { uploadRoutes } from '../files/uploads/upload.routes.ts'
import { deadlineReminders } from '../jobs/deadline-reminder.ts'
import { housekeeping } from '../jobs/retention.ts'
import { mailPreviewRoutes } from '../mail/mail-preview.routes.ts'
import { accountingRoutes } from '../modules/accounting/accounting.routes.ts'
import { accountsRoutes } from '../modules/accounts/accounts.routes.ts'
import { anchorAudit } from '../modules/audit/verify-chain.ts'
import { documentsRoutes } from '../modules/documents/documents.routes.ts'
import { mayUseFile } from '../modules/entries/entry-images.service.ts'
import { awardAnswerRoutes, entriesRoutes } from '../modules/entries/entries.routes.ts'
import { juryRoutes } from '../modules/jury/jury.routes.ts'
import { organiserRoutes } from '../modules/organiser/organiser.routes.ts'
import { countVisits } from '../modules/organiser/figures/visits.ts'
import { readBounces } from '../mail/bounce-mailbox.ts'
import { mailsRoutes } from '../modules/mails/mails.routes.ts'
import { programmeDeskRoutes } from '../modules/programme/desk/programme-desk.routes.ts'
import { paymentContext, paymentsRoutes } from '../modules/payments/payments.routes.ts'
import { privacyRoutes } from '../modules/privacy/privacy.routes.ts'
import { publicationRoutes } from '../modules/public-site/publication.routes.ts'
import { studiosRoutes } from '../modules/studios/studios.routes.ts'
import { webhooksRoutes } from '../modules/webhooks/webhooks.routes.ts'
import { seoRoutes } from '../modules/public-site/seo/seo.routes.ts'
import { registryRoutes } from '../../../platform/src/registry/registry.routes.ts'
import { retention } from '../../../platform/src/registry/retention.ts'
import { rollouts } from '../../../platform/src/registry/rollout/rollouts.service.ts'
import { registrySite } from '../../../platform/src/site/discovery.routes.ts'
import { siteRoutes } from '../../../platform/src/site/site.routes.ts'
import { platformRoutes } from '../../../platform/src/staff/platform.routes.ts'
import { pingDatabase } from '../db/database.ts'
import type { AppContext } from './app-context.ts'
import { accessLog } from '../http/access-log.ts'
import { sendRefusal } from '../http/serve.ts'
import { handleErrors } from '../http/error-handler.ts'
import { jsonBodies } from '../http/read-input.ts'
import { requestIds } from '../http/request-context.ts'
import { safeHeaders } from '../http/safe-headers.ts'

/** `/healthz` (liveness): the process answers. `/readyz` (readiness): it also reaches its database. */
function healthRoutes(app: FastifyInstance, { db }: AppContext) {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/readyz', async (_request, reply) => {
    const ready = await pingDatabase(db).then(
      () => true,
      () => false,
    )
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'database unreachable' })
  })
}

const METHODS = ['GET', 'POST'] as const satisfies readonly HTTPMethods[]

/** Answers unknown paths below /api with 404, and wrong methods with 405. */
function apiFallback(app: FastifyInstance) {
  const refuseUnknownCall = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url: path }))
    if (allowed.length === 0) {
      return sendRefusal(request, reply, 404, 'There is no such call. Please reload the page.')
    }
    void reply.header('allow', allowed.join(', '))
    return sendRefusal(request, reply, 405, `Use the method ${allowed.join(' or ')} for this call.`)
  }
  app.all('/api', refuseUnknownCall)
  app.all('/api/*', refuseUnknownCall)
}

const BODY_LIMIT = 256 * 1024
/**
 * Timeouts against slow clients (slowloris), which would hold connections; a cut upload is resumed. The short checking
 * interval spreads the closing of many connections that time out together.
 */
const TIMEOUTS = {
  requestTimeout: 120_000,
  connectionTimeout: 180_000,
  http: { headersTimeout: 15_000, connectionsCheckingInterval: 500 },
}

const refuseSchema = () => {
  throw new Error('Routes take their schema from the contract: use serve() and servePublic()')
}
/** Fastify asks for a compiler only if a route has a schema of Fastify's own, and no route has. */
const NO_SCHEMAS = { buildValidator: refuseSchema, buildSerializer: refuseSchema }

/** Builds the server without listening; tests inject requests. */
export function buildApp(context: AppContext): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    ...TIMEOUTS,
    // Graceful shutdown: requests on open connections are still answered.
    return503OnClosing: false,
    trustProxy: context.config.trustProxy || false,
    genReqId: requestIds(context.config.trustProxy),
    routerOptions: { maxParamLength: 500 },
    // Input is checked by the contract's Zod schemas; without this Fastify loads a hundred modules of its own compilers.
    schemaController: { compilersFactory: NO_SCHEMAS },
  })
  app.decorate('context', context)
  safeHeaders(app, context)
  jsonBodies(app)
  handleErrors(app, context)
  accessLog(app, context)
  context.tracing?.requests(app)
  healthRoutes(app, context)
  registryRoutes(app, context)
  retention(context)
  rollouts(context)
  if (context.config.serve === 'site') siteModules(app, context)
  else registrySite(app, context)
  apiFallback(app)
  return app
}

function siteModules(app: FastifyInstance, context: AppContext) {
  housekeeping(context)
  readBounces(context)
  anchorAudit(context)
  deadlineReminders(context)
  mailPreviewRoutes(app, context)
  filesRoutes(app, context, (number) => certificatesRepository(context.db).isValid(number))
  uploadRoutes(app, context, mayUseFile(context))
  accountsRoutes(app, context)
  const payments = paymentContext(context)
  entriesRoutes(app, context, payments.core)
  awardAnswerRoutes(app, context)
  studiosRoutes(app, context)
  paymentsRoutes(app, context, payments)
  accountingRoutes(app, context, payments.core)
  documentsRoutes(app, context)
  privacyRoutes(app, context)
  juryRoutes(app, context)
  organiserRoutes(app, context)
  programmeDeskRoutes(app, context)
  mailsRoutes(app, context)
  webhooksRoutes(app, context)
  publicationRoutes(app, context)
  seoRoutes(app, context)
  platformRoutes(app, context)
  countVisits(app, context)
  siteRoutes(app, context)
}
