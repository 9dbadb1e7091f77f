import type { FastifyInstance } from 'fastify'
import { judgeAdded } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { boardService } from './results/board.service.ts'
import { discussionService } from './results/discussion.service.ts'
import { snapshotsService } from './results/snapshots.service.ts'

/** Scores become results: board, ties, discussion, snapshots. */
export function resultsRoutes(app: FastifyInstance, context: AppContext) {
  const board = boardService(context)
  const discussion = discussionService(context)
  const snapshots = snapshotsService(context)

  serve(app, judgeAdded.board, (input, { actor, language }) => board.board(actor, input, language))
  serve(app, judgeAdded.castVote, (input, { actor }) => board.castVote(actor, input))
  serve(app, judgeAdded.closeDiscussion, (input, { actor }) => discussion.close(actor, input))
  serve(app, judgeAdded.snapshotList, (input) => snapshots.list(input))
  serve(app, judgeAdded.verifySnapshot, ({ snapshot_id }) => snapshots.verify(snapshot_id))
}
