import type { FastifyInstance } from 'fastify'
import { judgeAdded, scoreSheets } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { commentsService } from './scoring/comments.service.ts'
import { revocationService } from './results/revocation.service.ts'
import { scoreSheetService } from './scoring/score-sheet.service.ts'

/** What follows the results: awards taken back, comments released, score sheets. */
export function publishRoutes(app: FastifyInstance, context: AppContext) {
  const revocation = revocationService(context)
  const comments = commentsService(context)
  const sheets = scoreSheetService(context)

  serve(app, judgeAdded.revokeAward, (input, { actor }) => revocation.revoke(actor, input))
  serve(app, judgeAdded.disqualify, (input, { actor }) => revocation.disqualify(actor, input))
  serve(app, judgeAdded.commentList, (input, { actor, language }) =>
    comments.list(actor, input, language),
  )
  serve(app, judgeAdded.moderateComments, (input, { actor }) => comments.moderate(actor, input))
  serve(app, scoreSheets.scoreSheet, (input, { actor, language }) =>
    sheets.read(actor, input, language),
  )
}
