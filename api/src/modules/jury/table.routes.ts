import type { FastifyInstance, FastifyRequest } from 'fastify'
import { juryDesk } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { contentDisposition } from '../../files/content-disposition.ts'
import { exportService, TABLE_PATH } from './lists/export.service.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The chair's table as a file: the call that makes a link, and the file behind it. */
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
