import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppContext } from '../start/app-context.ts'
import { BusinessError } from './business-error.ts'
import { isDatabaseUnreachable, isDiskFull } from '../lib/errors.ts'
import { sendRefusal } from './serve.ts'
import { StorageUnavailableError } from '../files/storage/storage.ts'
import { denialRecorder } from '../modules/audit/audit.repository.ts'
import { loggedPath } from './access-log.ts'

const FASTIFY_REFUSALS: Record<string, () => BusinessError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new BusinessError(413, 'The request is too large. Please shorten the texts and send it again.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new BusinessError(
      400,
      'Send the request as JSON, with the header content-type: application/json.',
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new BusinessError(400, 'The request was cut off on its way. Please send it again.'),
}

const MALFORMED = () =>
  new BusinessError(400, 'The request could not be read. Please reload the page and try again.')

// 22P02 invalid text, 22003 out of range, 22021 character not in the encoding.
const INPUT_STATES = new Set(['22P02', '22003', '22021'])

const FAILURE = 'Something went wrong on our side. Nothing was lost; please try again in a minute.'

/** Turns every error into an envelope; server failures are logged and sent without details. */
export function handleErrors(app: FastifyInstance, context: AppContext) {
  const recordDenial = denialRecorder(context)
  app.setErrorHandler(async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error)
    if (refusal) {
      if (refusal.code === 403) await recordDenial(request.requestContext)
      const retry = refusal.data?.['retry_after']
      if (refusal.code === 429 && typeof retry === 'number') void reply.header('retry-after', retry)
      return sendRefusal(request, reply, refusal.code, refusal.msg, refusal.data)
    }
    const [path, { call }] = [loggedPath(request.url), request.requestContext]
    context.log.error('request.failed', { trace_id: request.id, call, path, error })
    if (isDiskFull(error)) {
      const msg =
        'The disk of the site is full. Nothing was lost; please try again in a few minutes.'
      return sendRefusal(request, reply, 503, msg, null, 503)
    }
    if (error instanceof StorageUnavailableError) {
      const msg = 'The site cannot reach its files. Nothing was lost; please try again in a minute.'
      return sendRefusal(request, reply, 503, msg, null, 503)
    }
    if (isDatabaseUnreachable(error)) {
      const msg = 'The site cannot reach its database. Please try again in a minute.'
      return sendRefusal(request, reply, 503, msg, null, 503)
    }
    return sendRefusal(request, reply, 500, `${FAILURE} Reference: ${request.id}`, null, 500)
  })
}

function refusalOf(error: FastifyError): BusinessError | undefined {
  if (error instanceof BusinessError) return error
  // A ZodError comes from an output that breaks the contract: a server failure, not a bad request.
  if (error instanceof z.ZodError) return undefined
  const fastifyRefusal = FASTIFY_REFUSALS[error.code]
  if (fastifyRefusal) return fastifyRefusal()
  if (INPUT_STATES.has(error.code)) {
    return new BusinessError(422, {
      form: ['One of the values cannot be used. Please check them.'],
    })
  }
  const { statusCode = 500 } = error
  return statusCode >= 400 && statusCode < 500 ? MALFORMED() : undefined
}
