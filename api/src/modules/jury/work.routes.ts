import type { FastifyInstance } from 'fastify'
import { juryDesk } from '@awards/shared/contract'
import type { AppContext } from '../../start/app-context.ts'
import { serve } from '../../http/serve.ts'
import { assignmentPlanService } from './assignment/assignment-plan.service.ts'
import { jurorReminders, remindJurors } from './assignment/juror-reminders.ts'
import { stopRemindersRoutes } from './assignment/stop-reminders.ts'
import { workloadService } from './assignment/workload.service.ts'

/** Who reviews what: assignment, workload, reminders. */
export function workRoutes(app: FastifyInstance, context: AppContext) {
  const plans = assignmentPlanService(context)
  const workload = workloadService(context)
  serve(app, juryDesk.planAssignments, (input, { actor, language }) =>
    plans.plan(actor, input, language),
  )
  serve(app, juryDesk.workload, (input, { actor, language }) =>
    workload.read(actor, input, language),
  )
  serve(app, juryDesk.remindJurors, (input, { actor }) => remindJurors(context, actor, input))
  stopRemindersRoutes(app, context)
  jurorReminders(context)
}
