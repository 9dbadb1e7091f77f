import type { Answer, deliberation, Parsed } from '@awards/shared/contract'
import { blindTitle, type Language } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { named } from '../../../lib/localised.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { auditRepository } from '../../audit/audit.repository.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { isAnonymous } from '../anonymity/anonymised-entries.ts'
import { identityWords } from '../anonymity/redactions.repository.ts'
import { readerOf } from '../jury-access.ts'
import { seesOthers, staleVersion } from '../jury.policy.ts'
import { phasesService } from '../publication/phases.service.ts'
import { agendaRepository } from './deliberation.repository.ts'
import { isFrozenAt, REFUSALS, writingOf } from './deliberation.service.ts'

/** The agenda that the chair moves and every juror follows. */
export function agendaService(context: AppContext) {
  const { db, clock } = context
  const writing = writingOf(context)

  return {
    async agenda(
      actor: Actor,
      { edition_id }: Parsed<typeof deliberation.agenda>,
      language: Language,
    ): Promise<Answer<typeof deliberation.agenda>> {
      const reader = readerOf(actor)
      const edition = edition_id ?? (await phasesService(context).reviewedEdition()) ?? null
      if (edition === null) {
        return { edition_id: null, revision: 0, is_frozen: false, is_meeting: false, items: [] }
      }
      const { phase, capabilities } = await editionsRepository(db).stageOf(edition, clock())
      const agenda = agendaRepository(db)
      const isShown = actor.identity === 1 || seesOthers(capabilities, true)
      const items = isShown ? await agenda.items(reader, edition) : []
      const ids = items.map(({ apply_order_id }) => apply_order_id)
      const words = isAnonymous(actor, capabilities) ? await identityWords(db, ids) : new Map()
      const { revision, is_meeting } = await agenda.state(edition)
      return {
        edition_id: edition,
        revision,
        is_frozen: isFrozenAt(phase),
        is_meeting: is_meeting && !isFrozenAt(phase),
        items: items.map((row) => {
          const own = words.get(row.apply_order_id)
          return {
            apply_order_id: row.apply_order_id,
            judging_no: row.judging_no,
            title: own ? blindTitle(row.title, own) : row.title,
            category: named(row.category_id, row.category_code, row.category_name, language),
            state: row.state,
            begun_at: row.begun_at?.toISOString() ?? null,
            comments: row.comments,
            summary: row.is_released ? 'released' : row.has_summary ? 'draft' : 'none',
          }
        }),
      }
    },

    /** Adds, orders or moves. Throws 409 `VERSION` if the agenda has changed since the caller looked. */
    changeAgenda: (
      actor: Actor,
      { apply_order_id: id, step, revision: seen }: Parsed<typeof deliberation.changeAgenda>,
    ): Promise<Answer<typeof deliberation.changeAgenda>> =>
      writing(
        actor,
        id,
        async (trx, { entry: { edition_id } }) => {
          const agenda = agendaRepository(trx)
          const revision = await agenda.lock(edition_id)
          if (revision !== seen) throw staleVersion(revision)
          const reader = readerOf(actor)
          const items = await agenda.items(reader, edition_id)
          const index = items.findIndex(({ apply_order_id }) => apply_order_id === id)
          if (step === 'add' ? index >= 0 : index < 0) {
            throw step === 'add' ? staleVersion(revision) : REFUSALS.none()
          }
          if (step === 'add') await agenda.add(id, edition_id, { user_id: actor.id, at: clock() })
          if (step === 'remove' && !(await agenda.remove(id))) {
            throw new BusinessError(
              409,
              'This entry has been discussed already. It stays on the agenda.',
              { reason: 'DISCUSSED' },
            )
          }
          const neighbour = items[index + (step === 'up' ? -1 : 1)]
          if ((step === 'up' || step === 'down') && neighbour) {
            await agenda.swap(id, neighbour.apply_order_id)
          }
          if (step === 'now') await agenda.endCurrent(reader.scope, edition_id)
          if (step === 'now' || step === 'done') await agenda.setState(id, step, clock())
          await agenda.setRevision(edition_id, revision + 1)
          await auditRepository(trx).record(actor, `agenda.${step}`, id)
          return { revision: revision + 1 }
        },
        { needsThread: false },
      ),
  }
}
