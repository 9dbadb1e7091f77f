import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  agentDesk,
  deliberation,
  juryCodes,
  juryDesk,
  jurySeat,
  judgeAdded,
  scoreSheets,
  judge,
  subJudge,
  subjudges,
} from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { redactionService } from './anonymity/redaction.service.ts'
import { assignmentPlanService } from './assignment/assignment-plan.service.ts'
import { assignmentsService } from './assignment/assignments.service.ts'
import { scheduleReminders, remindJurors, unsubscribeRoutes } from './assignment/juror-reminders.ts'
import { workloadService } from './assignment/workload.service.ts'
import { agendaService } from './deliberation/agenda.service.ts'
import { deliberationService, summaryService } from './deliberation/deliberation.service.ts'
import { juryListsService } from './lists/lists.service.ts'
import { agentService, codesService } from './members/codes.service.ts'
import { conflictsService, agreementService } from './members/conflicts.service.ts'
import { invitationsService } from './members/invitations.service.ts'
import { phasesService } from './publication/phases.service.ts'
import { publishService, showingService } from './publication/publish.service.ts'
import { boardService, discussionService } from './results/board.service.ts'
import { decisionsService, revocationService } from './results/decisions.service.ts'
import { figureDerivationService } from './results/figure-derivation.service.ts'
import { snapshotsService } from './results/snapshots.service.ts'
import { correctionsService } from './scoring/corrections.service.ts'
import { scoreSheetService, commentsService } from './scoring/score-sheet.service.ts'
import { scoresService } from './scoring/scores.service.ts'
import { sendFileError, sendStoredFile, contentDisposition } from '../../files/files.routes.ts'
import { PictureVariants } from '../../files/pictures/picture.ts'
import { findJuror } from '../../http/actor.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { sheetFile } from './anonymity/sheet-files.repository.ts'
import { anonymousFileId, readSheetTicket } from './anonymity/anonymised-entries.ts'
import { ZIP_PATH, zipService, zipDownload, type ZipResponse } from './archive/zip.service.ts'
import { has, viewOf } from './jury.policy.ts'
import { exportService, TABLE_PATH } from './lists/export.service.ts'

type Request = FastifyRequest<{ Querystring: { t?: string } }>

/** Endpoints that issue links to archives, and the download itself (GET and HEAD, with ranges). */
function zipRoutes(app: FastifyInstance, context: AppContext) {
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
function tableRoutes(app: FastifyInstance, context: AppContext) {
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
function sheetFileRoutes(app: FastifyInstance, context: AppContext) {
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

const SETTLE_SECONDS = 60

/** Members of the jury: agreement, conflicts of interest, codes and invitations. */
function memberRoutes(app: FastifyInstance, context: AppContext) {
  const agreement = agreementService(context)
  const conflicts = conflictsService(context)
  serve(app, jurySeat.agreement, (_input, { actor, language }) => agreement.read(actor, language))
  serve(app, jurySeat.signAgreement, (input, { actor }) => agreement.sign(actor, input))
  serve(app, jurySeat.declareConflict, (input, { actor }) => conflicts.declare(actor, input))
  serve(app, jurySeat.conflicts, (_input, { actor }) => conflicts.ofActor(actor))
  serve(app, juryDesk.conflictList, (input, { actor, language }) =>
    conflicts.list(actor, input, language),
  )
  serve(app, juryDesk.pinConflict, (input, { actor }) => conflicts.pin(actor, input))
  serve(app, juryDesk.dismissConflict, (input, { actor }) => conflicts.dismiss(actor, input))
  context.jobs.every('jury.conflicts', SETTLE_SECONDS, async () => {
    await conflicts.recuseConflicted()
  })
  codeRoutes(app, context)
}

function codeRoutes(app: FastifyInstance, context: AppContext) {
  const invitations = invitationsService(context)
  const codes = codesService(context)
  const agents = agentService(context)
  serve(app, jurySeat.invitation, ({ code }, { language, request }) =>
    invitations.preview(code, language, request.ip),
  )
  serve(app, jurySeat.acceptInvitation, ({ code }, { actor }) => invitations.accept(actor, code))
  serve(app, juryCodes.inviteJuror, (input, { actor }) => invitations.invite(actor, input))
  serve(app, juryCodes.resendInvitation, ({ code }, { actor }) => invitations.resend(actor, code))
  serve(app, juryCodes.createCode, (input, { actor }) => codes.create(actor, input))
  serve(app, juryCodes.endCode, (input, { actor }) => codes.end(actor, input))
  serve(app, juryCodes.agentReport, ({ edition_id }) => agents.report(edition_id))
  serve(app, agentDesk.agentEntries, (input, { actor, language }) =>
    agents.entries(actor, input, language),
  )
}

/** Anonymity: identity reports, redaction, anonymised pictures and archives. */
function anonymityRoutes(app: FastifyInstance, context: AppContext) {
  const redactions = redactionService(context)
  serve(app, jurySeat.reportIdentity, (input, { actor }) => redactions.report(actor, input))
  serve(app, juryDesk.redaction, ({ apply_order_id }, { actor, language }) =>
    redactions.read(actor, apply_order_id, language),
  )
  serve(app, juryDesk.redact, (input, { actor }) => redactions.redact(actor, input))
  serve(app, juryDesk.identityReportList, (input, { actor, language }) =>
    redactions.reports(actor, input, language),
  )
  sheetFileRoutes(app, context)
  zipRoutes(app, context)
}

/** Results: ranking, ties, discussion, snapshots. */
function resultsRoutes(app: FastifyInstance, context: AppContext) {
  const board = boardService(context)
  const discussion = discussionService(context)
  const snapshots = snapshotsService(context)
  const derivations = figureDerivationService(context)

  serve(app, judgeAdded.board, (input, { actor, language }) => board.board(actor, input, language))
  serve(app, judgeAdded.castVote, (input, { actor }) => board.castVote(actor, input))
  serve(app, judgeAdded.closeDiscussion, (input, { actor }) => discussion.close(actor, input))
  serve(app, scoreSheets.figureDerivation, (input, { actor, language }) =>
    derivations.read(actor, input, language),
  )
  serve(app, judgeAdded.snapshotList, (input) => snapshots.list(input))
  serve(app, judgeAdded.verifySnapshot, ({ snapshot_id }) => snapshots.verify(snapshot_id))
}

/** Deliberation: agenda, threads, agreed summaries. */
function deliberationRoutes(app: FastifyInstance, context: AppContext) {
  const agenda = agendaService(context)
  const service = deliberationService(context)
  const summary = summaryService(context)
  serve(app, deliberation.agenda, (input, { actor, language }) =>
    agenda.agenda(actor, input, language),
  )
  serve(app, deliberation.changeAgenda, (input, { actor }) => agenda.changeAgenda(actor, input))
  serve(app, deliberation.deliberation, (input, { actor }) => service.read(actor, input))
  serve(app, deliberation.comment, (input, { actor }) => service.comment(actor, input))
  serve(app, deliberation.removeComment, (input, { actor }) => service.removeComment(actor, input))
  serve(app, deliberation.summarise, (input, { actor }) => summary.summarise(actor, input))
}

/** After the results: revocation, moderation of comments, score sheets. */
function publishRoutes(app: FastifyInstance, context: AppContext) {
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

/** Assignment, workload and reminders. */
function assignmentRoutes(app: FastifyInstance, context: AppContext) {
  const plans = assignmentPlanService(context)
  const workload = workloadService(context)
  serve(app, juryDesk.planAssignments, (input, { actor, language }) =>
    plans.plan(actor, input, language),
  )
  serve(app, juryDesk.workload, (input, { actor, language }) =>
    workload.read(actor, input, language),
  )
  serve(app, juryDesk.remindJurors, (input, { actor, language }) =>
    remindJurors(context, actor, input, language),
  )
  unsubscribeRoutes(app, context)
  scheduleReminders(context)
}

/** Endpoints of the three jury levels; the chair's two fee calls are in `payments`. */
export function juryRoutes(app: FastifyInstance, context: AppContext) {
  memberRoutes(app, context)
  anonymityRoutes(app, context)
  resultsRoutes(app, context)
  deliberationRoutes(app, context)
  publishRoutes(app, context)
  tableRoutes(app, context)
  assignmentRoutes(app, context)
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
  serve(app, juryDesk.previewAssignments, (input, { actor, language }) =>
    assignments.preview(actor, input, language),
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
    // The second level sees first-level results only for entries that it has scored itself.
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
