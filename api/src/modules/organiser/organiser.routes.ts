import type { FastifyInstance } from 'fastify'
import { auditDesk, figures, organiser, people } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import { originOf } from '../accounts/session-token.ts'
import { accountRightsService } from './account-rights.service.ts'
import { admissionService } from './admission.service.ts'
import { auditDeskService } from './audit-desk.service.ts'
import { closingService } from './figures/closing.service.ts'
import { figuresService } from './figures/figures.service.ts'
import { peopleService } from './people/people.service.ts'
import { personActsService } from './people/person-acts.service.ts'

/** Endpoints `organiser/*`: the organiser's desk. */
export function organiserRoutes(app: FastifyInstance, context: AppContext) {
  const rights = accountRightsService(context)
  const admission = admissionService(context)

  serve(app, organiser.team, (_input, { actor }) => rights.team(actor))
  serve(app, organiser.giveRight, (input, { actor }) => rights.give(actor, input))
  serve(app, organiser.takeRight, (input, { actor }) => rights.take(actor, input))

  serve(app, organiser.admissionList, (input, { actor, language }) =>
    admission.list(actor, input, language),
  )
  serve(app, organiser.admissionEntry, ({ apply_order_id }, { language }) =>
    admission.entry(apply_order_id, language),
  )
  serve(app, organiser.admit, (input, { actor }) => admission.admit(actor, input))
  serve(app, organiser.assignAdmission, (input, { actor }) => admission.assign(actor, input))
  serve(app, organiser.askCorrection, (input, { actor }) => admission.askCorrection(actor, input))
  serve(app, organiser.refuse, (input, { actor }) => admission.refuse(actor, input))

  peopleRoutes(app, context)
  auditRoutes(app, context)
  figuresRoutes(app, context)
}

function peopleRoutes(app: FastifyInstance, context: AppContext) {
  const service = peopleService(context)
  const acts = personActsService(context)

  serve(app, people.people, (input) => service.search(input))
  serve(app, people.person, ({ user_id }, { language }) => service.story(user_id, language))
  serve(app, people.sendSignInHelp, (input, { actor }) => acts.sendSignInHelp(actor, input))
  serve(app, people.unlockAccount, (input, { actor }) => acts.unlock(actor, input))
  serve(app, people.correctEmail, (input, { actor }) => acts.correctEmail(actor, input))
  serve(app, people.dataRequests, (input) => service.dataRequests(input))
  serve(app, people.refuseDataRequest, (input, { actor }) => acts.refuseRequest(actor, input))
  serve(app, people.exportPerson, (input, { actor }) => acts.requestExport(actor, input))
  serve(app, people.erasePerson, (input, { actor }) => acts.erase(actor, input))
  serve(app, people.seeAs, (input, { actor, request }) =>
    acts.seeAs(actor, input, originOf(request, context.config)),
  )
}

function auditRoutes(app: FastifyInstance, context: AppContext) {
  const service = auditDeskService(context)

  serve(app, auditDesk.audit, (input) => service.page(input))
  serve(app, auditDesk.exportAudit, (input, { actor }) => service.export(actor, input))
}

function figuresRoutes(app: FastifyInstance, context: AppContext) {
  const service = figuresService(context)
  const closing = closingService(context)

  serve(app, figures.figures, (input, { language }) => service.read(input, language))
  serve(app, figures.exportFigures, (input, { actor, language }) =>
    service.export(actor, input, language),
  )
  serve(app, figures.exportEntries, ({ edition_id }, { actor, language }) =>
    service.exportEntries(actor, edition_id, language),
  )
  serve(app, figures.closing, ({ code }, { language }) => closing.read(code, language))
}
