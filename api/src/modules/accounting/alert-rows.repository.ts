import type { PaymentAlert } from '@awards/shared/domain'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'

export type AlertRecord = {
  alert_id: string
  code: PaymentAlert
  order_no: string | null
  detail: string
  at: Date
  resolved_at: Date | null
  resolved_by: string | null
  note: string | null
}
type Wish = { current: number; pageSize: number; open?: '0' | '1' | undefined }

const ROW = sql`a.id as alert_id, a.code, a.order_no, a.detail, a.at, a.resolved_at, a.note,
  u.first_name || ' ' || u.last_name as resolved_by`
const FROM = sql`payment_alerts a left join users u on u.id = a.resolved_by`

/** What needed a person's eye, open ones first. */
export const alertRowsRepository = (db: Db) => ({
  async page({ current, pageSize, open }: Wish) {
    const where =
      open === undefined
        ? sql`true`
        : sql`a.resolved_at is ${open === '1' ? sql`null` : sql`not null`}`
    const { rows } = await sql<AlertRecord>`
      select ${ROW} from ${FROM} where ${where}
      order by a.resolved_at is not null, a.at desc, a.id desc
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    const { rows: counted } = await sql<{ total: number }>`
      select count(*)::integer as total from ${FROM} where ${where}`.execute(db)
    return { rows, total: counted[0]?.total ?? 0 }
  },

  async find(id: string): Promise<AlertRecord | undefined> {
    const { rows } = await sql<AlertRecord>`
      select ${ROW} from ${FROM} where a.id = ${id}`.execute(db)
    return rows[0]
  },

  async openOf(orderNo: string): Promise<AlertRecord[]> {
    const { rows } = await sql<AlertRecord>`
      select ${ROW} from ${FROM}
      where a.order_no = ${orderNo} and a.resolved_at is null order by a.at`.execute(db)
    return rows
  },
})
