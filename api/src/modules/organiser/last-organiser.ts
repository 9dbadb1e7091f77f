import type { Db } from '../../db/database.ts'
import { BusinessError } from '../../http/business-error.ts'
import { accountRightsRepository } from './account-rights.repository.ts'

/** Throws 409 `LAST_ORGANISER` for the last who may organise: without them nobody could give the right again. */
export async function requireOtherOrganiser(trx: Db, userId: string): Promise<void> {
  if (!(await accountRightsRepository(trx).isLastOrganiser(userId))) return
  throw new BusinessError(
    409,
    'Nobody else may organise. Give the right to another person first.',
    { reason: 'LAST_ORGANISER' },
  )
}
