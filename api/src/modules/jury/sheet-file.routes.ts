import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../start/app-context.ts'
import { refuse, sendStored } from '../../files/files.routes.ts'
import { PictureVariants } from '../../files/pictures/picture.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { has, viewOf } from './jury.policy.ts'
import { findJuror } from './jurors.repository.ts'
import { sheetFile } from './anonymity/sheet-files.repository.ts'
import { blindFileId, readSheetTicket } from './anonymity/sheet-ticket.ts'

/** Pictures of blind sheets. Whether their juror may still see the entry is asked at every request. */
export function sheetFileRoutes(app: FastifyInstance, context: AppContext) {
  const { config, clock, db } = context
  app.get<{ Params: { ticket: string } }>('/files/sheet/:ticket', async (request, reply) => {
    const ticket = readSheetTicket(config.secret, request.params.ticket)
    if (!ticket) return refuse(request, reply, 403)
    if (ticket.expires * 1_000 <= clock().getTime()) return refuse(request, reply, 410)
    const actor = await findJuror(db, ticket.user_id, clock())
    if (!actor || actor.identity === 0) return refuse(request, reply, 403)
    const seesHidden = actor.identity === 1 && has(actor, 'can_assign')
    const file = await sheetFile(db, viewOf(actor), ticket, seesHidden)
    if (!file) {
      await auditRepository(db).record(actor, 'jury.refused', ticket.entry_id)
      return refuse(request, reply, 403)
    }
    const { [ticket.size]: variant } = PictureVariants.parse(file.variants)
    const tag = `${blindFileId(config.secret, ticket.entry_id, ticket.file_id)}-${ticket.size}`
    return sendStored(request, reply, context, variant.key, { tag })
  })
}
