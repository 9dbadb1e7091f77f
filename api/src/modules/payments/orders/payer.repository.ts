import type { Language } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'

export type Payer = { email: string; language: Language; entry_no: string; title: string }

export const payerRepository = (db: Db) => ({
  /** Whom to write to about an entry's fee. */
  find: (entryId: string): Promise<Payer> =>
    db
      .selectFrom('apply_orders as e')
      .innerJoin('users as u', 'u.id', 'e.user_id')
      .select(['u.email', 'u.language', 'e.entry_no', 'e.title'])
      .where('e.id', '=', entryId)
      .$castTo<Payer>()
      .executeTakeFirstOrThrow(),
})
