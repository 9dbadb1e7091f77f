import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '../../../api/src/observability/log.ts'
import { BusinessError } from '../../../api/src/http/business-error.ts'

const TOO_LARGE = 'FST_ERR_CTP_BODY_TOO_LARGE'
const WRONG_TYPE = 'FST_ERR_CTP_INVALID_MEDIA_TYPE'

/** Sends a JSON error to a machine client: HTTP status, stable code and text; never cached. */
export function sendJsonError(reply: FastifyReply, status: number, error: string, message: string) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error, message }))
}

/**
 * Makes a scope accept bodies of `types` only, as unparsed text, and answer errors as JSON with their HTTP status
 * (the calls of the site answer 200 with a code).
 */
export function registerJsonErrors(
  app: FastifyInstance,
  { log, types }: { log: Log; types: readonly string[] },
) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser([...types], { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal: unknown = error
    if (refusal instanceof BusinessError) return sendBusinessError(reply, refusal)
    if (error.code === TOO_LARGE) {
      return sendJsonError(reply, 413, 'too_large', 'The body is too large. Send less at a time.')
    }
    if (error.code === WRONG_TYPE) {
      return sendJsonError(reply, 415, 'wrong_type', `Send the body as ${types.join(' or ')}.`)
    }
    if ((error.statusCode ?? 500) < 500) {
      return sendJsonError(reply, 400, 'invalid', 'The request could not be read.')
    }
    log.error('request.failed', { trace_id: request.id, path: request.url.split('?')[0], error })
    return sendJsonError(
      reply,
      503,
      'unavailable',
      'This cannot be done at present. Please try again.',
    )
  })
}

function sendBusinessError(reply: FastifyReply, { code, data, message }: BusinessError) {
  if (code !== 429) return sendJsonError(reply, code === 422 ? 422 : 400, 'invalid', message)
  void reply.header('retry-after', Number(data?.['retry_after'] ?? 1))
  return sendJsonError(reply, 429, 'too_many_requests', message)
}

/** Parses a body as JSON; throws a BusinessError (400) if it is not. */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    throw new BusinessError(400, 'The body is not JSON.')
  }
}
