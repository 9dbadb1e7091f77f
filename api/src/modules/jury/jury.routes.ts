import type { FastifyInstance } from 'fastify'
import { judge, judgeAdded, subJudge, subjudges } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { assignmentsService } from './assignment/assignments.service.ts'
import { codesService } from './members/codes.service.ts'
import { correctionsService } from './scoring/corrections.service.ts'
import { decisionsService } from './results/decisions.service.ts'
import { juryListsService } from './lists/lists.service.ts'
import { phasesService } from './publication/phases.service.ts'
import { publishService } from './publication/publish.service.ts'
import { scoresService } from './scoring/scores.service.ts'
import { showingService } from './publication/showing.service.ts'
import { seatRoutes } from './seat.routes.ts'
import { blindRoutes } from './blind.routes.ts'
import { resultsRoutes } from './results.routes.ts'
import { publishRoutes } from './publish.routes.ts'
import { tableRoutes } from './table.routes.ts'
import { workRoutes } from './work.routes.ts'

const SETTLE_SECONDS = 60

/** The calls of the three levels of review; the two fee calls of the chair are in `payments`. */
export function juryRoutes(app: FastifyInstance, context: AppContext) {
  seatRoutes(app, context)
  blindRoutes(app, context)
  resultsRoutes(app, context)
  publishRoutes(app, context)
  tableRoutes(app, context)
  workRoutes(app, context)
  chairRoutes(app, context)
  jurorRoutes(app, context)
  const phases = phasesService(context)
  context.jobs.every('jury.phases', SETTLE_SECONDS, () => phases.settleAll())
}

function chairRoutes(app: FastifyInstance, context: AppContext) {
  const lists = juryListsService(context)
  const phases = phasesService(context)
  const assignments = assignmentsService(context)
  const decisions = decisionsService(context)
  const showing = showingService(context)
  const codes = codesService(context)
  const publication = publishService(context)
  const corrections = correctionsService(context)

  serve(app, judge.judgeEntryList, (input, { actor, language }) =>
    lists.chair(actor, input, language),
  )
  serve(app, judge.secondLevelJudgeAwardList, (input, { actor, language }) =>
    lists.chair(actor, input, language, { secondLevelOnly: true }),
  )
  serve(app, judge.getPhase, (_input, { language }) => phases.list(language))
  serve(app, judge.getInvitationCode, (_input, { actor }) => codes.invitations(actor))
  serve(app, judge.getAgentCode, (_input, { actor }) => codes.agents(actor))
  serve(app, judge.getSubJudges, ({ apply_order_id }, { actor }) =>
    assignments.ofEntry(actor, apply_order_id),
  )
  serve(app, judge.assignSubJudge, (input, { actor }) => assignments.assign(actor, input))
  serve(app, judge.award, (input, { actor }) => decisions.award(actor, input))
  serve(app, judge.isShow, (input, { actor }) => showing.one(actor, input))
  serve(app, judge.batchShow, (input, { actor }) => showing.many(actor, input))
  serve(app, judgeAdded.requestCorrection, (input, { actor }) => corrections.request(actor, input))
  serve(app, judgeAdded.changePhase, (input, { actor, language }) =>
    phases.change(actor, input, language),
  )
  serve(app, judgeAdded.publish, (input, { actor, language }) =>
    publication.publish(actor, input, language),
  )
}

function jurorRoutes(app: FastifyInstance, context: AppContext) {
  const lists = juryListsService(context)
  const phases = phasesService(context)
  const assignments = assignmentsService(context)
  const scores = scoresService(context)
  const decisions = decisionsService(context)
  const codes = codesService(context)

  serve(app, subJudge.subJuryAwardList, (input, { actor, language }) =>
    lists.queue(actor, input, language),
  )
  serve(app, subJudge.award, (input, { actor }) => decisions.recommend(actor, input))
  serve(app, subjudges.subJuryAwardList, (input, { actor, language }) =>
    // The second level reads the first one's list only where its own score is in.
    lists.queue(actor, input, language, { scoredOnly: actor.identity === 3 }),
  )
  serve(app, subjudges.secondLevelJudgeAwardList, (input, { actor, language }) =>
    lists.queue(actor, input, language),
  )
  serve(app, subjudges.awarded, (input, { actor }) => decisions.confirm(actor, input))
  serve(app, subjudges.score, (input, { actor }) => scores.score(actor, input))
  serve(app, subjudges.getInvitationCode, (_input, { actor }) => codes.invitations(actor))
  serve(app, subjudges.getAgentCode, (_input, { actor }) => codes.agents(actor))
  serve(app, subjudges.getPhase, (_input, { language }) => phases.list(language))
  serve(app, subjudges.getSubJudges, ({ apply_order_id }, { actor }) =>
    assignments.forJuror(actor, apply_order_id),
  )
}
