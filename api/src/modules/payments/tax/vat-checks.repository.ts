import { sql } from 'kysely'
import type { VatCheck } from '@awards/shared/contract'
import { PAYMENT_STATUS } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { Order } from '../payment-types.ts'
import type { ViesAnswer } from './vies-client.ts'

type VatCheckKey = { vat_no: string; user_id: string | null; at: Date }

/** Answers of VIES, append-only. */
export const vatChecksRepository = (db: Db) => ({
  async latest(vatNo: string): Promise<VatCheck | undefined> {
    const row = await db
      .selectFrom('vat_checks')
      .select(['vat_no', 'status', 'name', 'address', 'consultation_no', 'at'])
      .where('vat_no', '=', vatNo)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return undefined
    const { at, status, ...known } = row
    return { ...known, status: status as VatCheck['status'], checked_at: at.toISOString() }
  },

  /** Stores an answer, unless the account that asked has been erased meanwhile: the answer would name it again. */
  async add({ raw, ...answer }: ViesAnswer, key: VatCheckKey): Promise<VatCheck> {
    await db.transaction().execute(async (trx) => {
      if (key.user_id !== null && (await isErased(trx, key.user_id))) return
      await trx
        .insertInto('vat_checks')
        .values({ ...answer, ...key, raw: JSON.stringify(raw) })
        .execute()
    })
    return { ...answer, vat_no: key.vat_no, checked_at: key.at.toISOString() }
  },
})

/** Whether an account is erased; its row is locked, so that an erasure under way is waited for. */
async function isErased(trx: Db, userId: string): Promise<boolean> {
  const user = trx.selectFrom('users').select('status').where('id', '=', userId).forShare()
  return (await user.executeTakeFirst())?.status === 'erased'
}

/**
 * SQL: the VAT numbers of buyers whom invoices name, written as in `vat_checks` (see `parseVatNumber`). A corrected invoice
 * names another number than its order.
 */
export const INVOICED_NUMBERS = sql`(
  select i.apply_order_id, given.prefix || substr(given.compact,
    case when left(given.compact, 2) in (given.country, given.prefix) then 3 else 1 end) as vat_no
  from invoices i cross join lateral (select i.document #>> '{buyer,country}' as country,
    replace(i.document #>> '{buyer,country}', 'GR', 'EL') as prefix,
    regexp_replace(upper(i.document #>> '{buyer,vat_no}'), '[^A-Z0-9+*]', '', 'g') as compact) given
  where i.kind <> 'proforma')`

const BATCH = 20
const MOST_CHECKS = 7

/** Paid orders whose VAT check was unavailable, and the outcome of their re-check. */
export const taxRecheckRepository = (db: Db) => ({
  /**
   * Those that were paid, and last checked, before `before`. A number that was invalid is checked again once the
   * invoice has been corrected since, after `correctedAfter`. Erased accounts are left out: the answer of VIES would name
   * them again.
   */
  async due(before: Date, correctedAfter: Date): Promise<Order[]> {
    const { rows } = await sql<Order>`
      select o.* from payment_orders o
      join apply_orders e on e.id = o.apply_order_id
      join users u on u.id = e.user_id and u.status <> 'erased'
      left join vat_rechecks r on r.order_no = o.order_no
      where o.quote #>> '{vat_check,status}' = 'unavailable'
        and o.status = ${PAYMENT_STATUS.paid} and o.paid_at <= ${before}
        and (r.order_no is null or (r.checks < ${MOST_CHECKS} and r.at <= ${before}
          and (r.outcome = 'unavailable' or (r.outcome = 'invalid' and exists (
            select from invoices i where i.order_no = o.order_no and i.kind = 'invoice'
              and i.replaced_at is null
              and i.issued_at > r.at and i.issued_at > ${correctedAfter})))))
      order by o.paid_at limit ${BATCH}`.execute(db)
    return rows
  },

  record: (order_no: string, outcome: VatCheck['status'], at: Date) =>
    db
      .insertInto('vat_rechecks')
      .values({ order_no, outcome, at })
      .onConflict((conflict) =>
        conflict
          .column('order_no')
          .doUpdateSet({ outcome, at, checks: sql`vat_rechecks.checks + 1` }),
      )
      .execute(),
})
