import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Config } from '../../../start/config.ts'
import { staffPageHeaders } from '../../../platform/staff/staff-page.ts'
import { stopRemindersPage } from './stop-reminders-page.ts'
import { workloadRepository } from './workload.repository.ts'

const PATH = '/api/jury/reminders'

const sign = (secret: string, jurorId: string) =>
  createHmac('sha256', `jury-reminders:${secret}`).update(jurorId).digest()

/** The link in a reminder by which its reader stops them; it ends nothing else and needs no account. */
export const stopLink = ({ secret }: Config, jurorId: string): string =>
  `${PATH}?t=${jurorId}.${sign(secret, jurorId).toString('base64url')}`

function jurorOf({ secret }: Config, text: string): string | undefined {
  const [jurorId = '', signature = ''] = text.split('.')
  const wanted = sign(secret, jurorId)
  const given = Buffer.from(signature, 'base64url')
  const isOurs = given.length === wanted.length && timingSafeEqual(wanted, given)
  return isOurs ? jurorId : undefined
}

type Asked = FastifyRequest<{ Querystring: { t?: string | string[] } }>

/** A page with one button: scanners of mails, which only fetch the address, stop nothing. */
export function stopRemindersRoutes(app: FastifyInstance, { config, db }: AppContext) {
  const answer = (request: Asked, reply: FastifyReply, state: 'ask' | 'stopped' | 'unknown') => {
    const nonce = randomBytes(18).toString('base64')
    return reply
      .code(state === 'unknown' ? 404 : 200)
      .headers(staffPageHeaders(nonce))
      .type('text/html; charset=utf-8')
      .send(stopRemindersPage(languageOf(request.headers['accept-language']), nonce, state))
  }
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 1_024 },
      (_request, _body, done) => done(null, undefined),
    )
    scope.get(PATH, async (request: Asked, reply) =>
      answer(request, reply, jurorOf(config, String(request.query.t)) ? 'ask' : 'unknown'),
    )
    scope.post(PATH, async (request: Asked, reply) => {
      const juror = jurorOf(config, String(request.query.t))
      const isDone = juror !== undefined && (await workloadRepository(db).stopReminders(juror))
      return answer(request, reply, isDone ? 'stopped' : 'unknown')
    })
  })
}
