import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { registryPaths } from '@awards/shared/releases'
import type { AppContext } from '../../../api/src/start/app-context.ts'
import { perNetwork } from '../../../api/src/http/limits.ts'
import { languageOf } from '../../../api/src/http/actor.ts'
import { registerJsonErrors, sendJsonError } from './json-errors.ts'
import { setStaffCookie, staffService } from './staff.service.ts'
import { staffPage } from './staff-page.ts'
import { inlinePageHeaders } from '../../../api/src/http/safe-headers.ts'

const ATTEMPTS = { points: 20, seconds: 60 }
/** An empty pin opens the panel of releases if the site has one. */
const HOME = '/home?mfe='

type StaffRequest = FastifyRequest<{ Querystring: { link?: string | string[] } }>

/** GET shows the page of a staff link; POST redeems the link and sets the staff cookie. */
export function staffRoutes(app: FastifyInstance, context: AppContext) {
  const { config, limits, log, clock } = context
  const staff = staffService(context)

  const sendPage = (request: FastifyRequest, reply: FastifyReply, link: string | undefined) => {
    const nonce = randomBytes(18).toString('base64')
    const language = languageOf(request.headers['accept-language'])
    return reply
      .code(link ? 200 : 410)
      .headers(inlinePageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(staffPage({ language, nonce, link }))
  }

  void app.register(async (scope) => {
    registerJsonErrors(scope, { log, types: ['application/x-www-form-urlencoded'] })
    scope.addHook('onRequest', async (_request, reply) => {
      if (config.pins !== 'off') return
      return sendJsonError(reply, 404, 'not_found', 'This site gives no previews.')
    })

    scope.get(registryPaths.staff, async (request: StaffRequest, reply) => {
      const link = String(request.query.link ?? '')
      return sendPage(request, reply, (await staff.isValid(link)) ? link : undefined)
    })

    scope.post(registryPaths.staff, { bodyLimit: 1_024 }, async (request, reply) => {
      await limits.take('staff_ip', request.ip, perNetwork(ATTEMPTS, config.mode))
      const link = new URLSearchParams(String(request.body ?? '')).get('link') ?? ''
      const owner = await staff.redeem(link)
      if (!owner) return sendPage(request, reply, undefined)
      setStaffCookie(reply, config, owner, clock())
      return reply.header('cache-control', 'no-store').redirect(HOME, 303)
    })
  })
}
