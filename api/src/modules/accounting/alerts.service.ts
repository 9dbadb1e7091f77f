import type { AlertRow, Answer, Parsed, money } from '@awards/shared/contract'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { alertsRepository } from '../payments/alerts.repository.ts'
import { alertRowsRepository } from './alert-rows.repository.ts'
import { toAlertRow } from './money.mapper.ts'

type Resolution = Parsed<typeof money.resolveAlert>

/** What needs a person's eye, and what was done about it. */
export const alertDesk = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>) => ({
  async list(input: Parsed<typeof money.alertList>): Promise<Answer<typeof money.alertList>> {
    const { rows, total } = await alertRowsRepository(db).page(input)
    const { current, pageSize } = input
    return { list: rows.map(toAlertRow), total, current, pageSize }
  },

  /** The first note stays: who comes second reads it, and changes nothing. */
  resolve: (actor: Actor, { alert_id, note }: Resolution): Promise<AlertRow> =>
    db.transaction().execute(async (trx) => {
      const by = { user_id: actor.id, note, at: clock() }
      const resolved = await alertsRepository(trx).resolve(alert_id, by)
      const row = await alertRowsRepository(trx).find(alert_id)
      if (!row) throw new BusinessError(404, 'There is no such alert.')
      if (resolved) {
        const { code, order_no } = row
        const facts = { before: { code, order_no }, reason: note }
        await auditRepository(trx).record(actor, 'alert.resolved', alert_id, facts)
      }
      return toAlertRow(row)
    }),
})
