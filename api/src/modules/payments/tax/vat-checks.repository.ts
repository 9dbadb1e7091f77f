import type { VatCheck } from '@awards/shared/contract'
import type { Db } from '../../../db/database.ts'
import type { ViesAnswer } from './vies-client.ts'

type Asked = { vat_no: string; user_id: string | null; at: Date }

/** What VIES has said; rows are added and never changed. */
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

  async add({ raw, ...answer }: ViesAnswer, asked: Asked): Promise<VatCheck> {
    await db
      .insertInto('vat_checks')
      .values({ ...answer, ...asked, raw: JSON.stringify(raw) })
      .execute()
    return { ...answer, vat_no: asked.vat_no, checked_at: asked.at.toISOString() }
  },
})
