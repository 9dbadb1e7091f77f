import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '../../../api/src/observability/log.ts'
import { BusinessError } from '../../../api/src/http/business-error.ts'

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'
const WRONG_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'

/** Answers for machines: each refusal has its own status, a stable code and a text. */
export function refuse(reply: FastifyReply, status: number, error: string, message: string) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error, message }))
}

/** Bodies come as texts of these types and no others; errors leave with their own status. */
export function plainAnswers(
  app: FastifyInstance,
  { log, types }: { log: Log; types: readonly string[] },
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...types], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal: unknown = error
    if (refusal instanceof BusinessError) return refuseBusiness(reply, refusal)
    if (error.code === TOO_LARGE) {
      return refuse(reply, 413, 'too_large', 'The body is too large. Send less at a time.')
    }
    if (error.code === WRONG_TYPE) {
      return refuse(reply, 415, 'wrong_type', `Send the body as ${types.join(' or ')}.`)
    }
    if ((error.statusCode ?? 500) < 500) {
      return refuse(reply, 400, 'invalid', 'The request could not be read.')
    }
    log.error('request.failed', { trace_id: request.id, path: request.url.split('?')[0], error })
    return refuse(reply, 503, 'unavailable', 'This cannot be done at present. Please try again.')
  })
}

function refuseBusiness(reply: FastifyReply, { code, data, message }: BusinessError) {
  if (code !== 429) return refuse(reply, code === 422 ? 422 : 400, 'invalid', message)
  void reply.header('retry-after', Number(data?.['retry_after'] ?? 1))
  return refuse(reply, 429, 'too_many_requests', message)
}

/** A body that has to be JSON; what is none is refused. */
export function jsonOf(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw new BusinessError(400, 'The body is not JSON.')
  }
}
