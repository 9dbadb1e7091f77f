import { sql } from 'kysely'
import type { Db } from '../src/db/database.ts'

/** Copies an entry many times, each copy with its own project. */
export async function copyEntry(db: Db, id: string, copies: number): Promise<void> {
  await sql`
    with made as (
      insert into projects (user_id, title)
      select user_id, 'Copy ' || number
      from apply_orders, generate_series(1, ${copies}::integer) as number where id = ${id}
      returning id)
    insert into apply_orders (
      entry_no, judging_no, project_id, edition_id, user_id, section_id, category_id, title, country,
      answers, entry_status, entry_fee_status, is_show, award_id, submitted_at, paid_at, published_at)
    select entry_no || '-' || made.id, judging_no || '-' || made.id, made.id, edition_id, user_id,
      section_id, category_id, title || ' ' || made.id, country, answers, entry_status,
      entry_fee_status, is_show, award_id, submitted_at, paid_at, published_at
    from apply_orders, made where apply_orders.id = ${id}`.execute(db)
}
