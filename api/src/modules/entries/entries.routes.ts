import type { FastifyInstance } from 'fastify'
import { entries, entriesAdded } from '@awards/shared/contract'
import { serve } from '../../http/serve.ts'
import type { AppContext } from '../../start/app-context.ts'
import type { CoreContext } from '../payments/orders/apply-payment.ts'
import { jurorInfoService } from '../jury/lists/juror-info.service.ts'
import { entriesService, awardAnswerService, winningInfoService } from './entries.service.ts'
import { entryRemovalService } from './entry-removal.service.ts'
import { comparePictures } from './entries.policy.ts'

/** Entry endpoints of the entrant; fees are in `payments`, sections and the calendar in `public-site`. */
export function entriesRoutes(app: FastifyInstance, context: AppContext, payments: CoreContext) {
  const service = entriesService(context)
  const removal = entryRemovalService(context)
  const winning = winningInfoService(context, payments)
  const jurors = jurorInfoService(context)
  comparePictures(context)

  serve(app, entries.entryList, (input, { actor, language }) =>
    service.list(actor, { ...input, editions: 'running', awardedOnly: false }, language),
  )
  serve(app, entries.historyEntryList, (input, { actor, language }) =>
    service.list(actor, { ...input, editions: 'past', awardedOnly: false }, language),
  )
  serve(app, entries.awardList, (input, { actor, language }) =>
    service.list(actor, { ...input, editions: 'published', awardedOnly: true }, language),
  )
  serve(app, entries.historyAwardList, (input, { actor, language }) =>
    service.list(actor, { ...input, editions: 'archived', awardedOnly: true }, language),
  )
  serve(app, entries.info, ({ apply_order_id }, { actor, language }) =>
    actor.identity === 0
      ? service.info(actor, apply_order_id, language)
      : jurors.info(actor, apply_order_id, language),
  )
  serve(app, entries.entry, (input, { actor, language }) => service.create(actor, input, language))
  serve(app, entries.edit, (input, { actor, language }) => service.edit(actor, input, language))
  serve(app, entries.editImage, (input, { actor, language }) =>
    service.editImages(actor, input, language),
  )
  serve(app, entriesAdded.duplicate, (input, { actor, language }) =>
    service.duplicate(actor, input, language),
  )
  serve(app, entriesAdded.templates, (_input, { actor }) => service.templates(actor))
  serve(app, entries.deleteEntry, (input, { actor }) => removal.remove(actor, input))
  serve(app, entries.winningInfoEdit, (input, { actor }) => winning.edit(actor, input))
}

/** Endpoint by which a winner accepts or declines the award. */
export function awardAnswerRoutes(app: FastifyInstance, context: AppContext) {
  const service = awardAnswerService(context)
  serve(app, entriesAdded.awardAnswer, (input, { actor }) => service.answer(actor, input))
}
