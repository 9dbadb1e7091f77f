import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import { sendRefusal } from './envelope.ts'

const METHODS = ['GET', 'POST'] as const satisfies readonly HTTPMethods[]

/** Answers what no call of the contract takes: a wrong method or an unknown path below /api. */
export function apiFallback(app: FastifyInstance) {
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0] ?? ''
    const allowed = METHODS.filter((method) => app.hasRoute({ method, url: path }))
    if (allowed.length === 0) {
      return sendRefusal(request, reply, 404, 'There is no such call. Please reload the page.')
    }
    void reply.header('allow', allowed.join(', '))
    return sendRefusal(request, reply, 405, `Use the method ${allowed.join(' or ')} for this call.`)
  }
  app.all('/api', answer)
  app.all('/api/*', answer)
}
