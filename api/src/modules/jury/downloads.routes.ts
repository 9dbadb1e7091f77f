import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { judge, juryDesk } from '@awards/shared/contract'
import { contentDisposition } from '../../files/file-headers.ts'
import { sendFileError, sendStoredFile } from '../../files/files.routes.ts'
import { PictureVariants } from '../../files/pictures/picture.ts'
import { findJuror } from '../../http/actor.repository.ts'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { sheetFile } from './anonymity/sheet-files.repository.ts'
import { anonymousFileId, readSheetTicket } from './anonymity/anonymised-sheet.ts'
import { zipDownload, type ZipResponse } from './archive/zip-download.ts'
import { ZIP_PATH, zipService } from './archive/zip.service.ts'
import { has, viewOf } from './jury.policy.ts'
import { exportService, TABLE_PATH } from './lists/export.service.ts'

type Request = FastifyRequest<{ Querystring: { t?: string } }>

/** Endpoints that issue links to archives, and the download itself (GET and HEAD, with ranges). */
export function zipRoutes(app: FastifyInstance, context: AppContext) {
  const zips = zipService(context)
  const downloads = zipDownload(context)
  serve(app, judge.downloadZip, ({ apply_order_id }, { actor }) => zips.one(actor, apply_order_id))
  serve(app, judge.batchDownloadZip, (input, { actor }) => zips.many(actor, input))

  const respondTo = ({ query, headers }: Request) =>
    downloads.answer({
      ticket: String(query.t ?? ''),
      range: headers.range,
      ifRange: String(headers['if-range'] ?? ''),
    })
  app.head(ZIP_PATH, async (request: Request, reply) =>
    withHeaders(reply, await respondTo(request)).send(),
  )
  app.get(ZIP_PATH, { exposeHeadRoute: false }, async (request: Request, reply) => {
    const answer = await respondTo(request)
    withHeaders(reply, answer)
    return answer.state === 'unsatisfiable' ? reply.send() : reply.send(await answer.open())
  })
}

function withHeaders(reply: FastifyReply, { tag, size, state, range }: ZipResponse): FastifyReply {
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('entries.zip'),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${tag}"`,
  })
  if (state === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`)
  if (state === 'partial') {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  }
  return reply.header('content-length', range.end - range.start + 1)
}

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Export of the chair's table: the endpoint that issues a link, and the download as CSV or XLSX. */
export function tableRoutes(app: FastifyInstance, context: AppContext) {
  const exports = exportService(context)
  serve(app, juryDesk.exportTable, (input, { actor, language }) =>
    exports.link(actor, input, language),
  )
  app.get(
    TABLE_PATH,
    { exposeHeadRoute: false },
    async ({ query }: FastifyRequest<{ Querystring: { t?: string } }>, reply) => {
      const { format, body } = await exports.open(String(query.t ?? ''))
      return reply
        .headers({
          'content-type': TYPES[format],
          'content-disposition': contentDisposition(`entries.${format}`),
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
        })
        .send(body)
    },
  )
}

/** Pictures of anonymised sheets. Every request checks that the juror may still see the entry. */
export function sheetFileRoutes(app: FastifyInstance, context: AppContext) {
  const { config, clock, db } = context
  app.get<{ Params: { ticket: string } }>('/files/sheet/:ticket', async (request, reply) => {
    const ticket = readSheetTicket(config.acceptedSecrets, request.params.ticket)
    if (!ticket) return sendFileError(request, reply, 403)
    if (ticket.expires * 1_000 <= clock().getTime()) return sendFileError(request, reply, 410)
    const actor = await findJuror(db, ticket.user_id, clock())
    if (!actor || actor.identity === 0) return sendFileError(request, reply, 403)
    const seesHidden = actor.identity === 1 && has(actor, 'can_assign')
    const file = await sheetFile(db, viewOf(actor), ticket, seesHidden)
    if (!file) {
      await auditRepository(db).record(actor, 'jury.refused', ticket.entry_id)
      return sendFileError(request, reply, 403)
    }
    const { [ticket.size]: variant } = PictureVariants.parse(file.variants)
    const tag = `${anonymousFileId(config.secret, ticket.entry_id, ticket.file_id)}-${ticket.size}`
    return sendStoredFile(request, reply, context, variant.key, { tag })
  })
}
