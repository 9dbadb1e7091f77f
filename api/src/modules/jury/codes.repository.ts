import type { Db } from '../../db/database.ts'

/** Invitation and agent codes; `ownerId` leaves those of one person. */
export const codesRepository = (db: Db) => ({
  list: (kinds: readonly ('juror_invite' | 'entrant_invite' | 'agent')[], ownerId?: string) =>
    db
      .selectFrom('codes')
      .leftJoin('users', 'users.id', 'codes.owner_id')
      .select([
        'codes.code',
        'codes.kind',
        'codes.label',
        'codes.owner_id',
        'users.first_name',
        'users.last_name',
        'codes.valid_from',
        'codes.valid_until',
        'codes.max_uses',
        'codes.redeemed',
        'codes.is_active',
      ])
      .where('codes.kind', 'in', [...kinds])
      .$if(ownerId !== undefined, (query) => query.where('codes.owner_id', '=', ownerId ?? ''))
      .orderBy('codes.kind')
      .orderBy('codes.code')
      .execute(),
})
