import type { JuryLevel } from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'
import type { Db } from '../../../db/database.ts'
import { decisionsRepository, type AwardLevel } from './decisions.repository.ts'
import type { JuryEntry } from '../lists/jury-entries.repository.ts'

export const GRAND_PRIX = 'grand_prix'
const PLATINUM = 'platinum'

/**
 * One Grand Prix per section and edition, which the second level chooses among the works that the chair has
 * awarded platinum.
 */
export async function requireGrandPrix(
  trx: Db,
  entry: JuryEntry,
  award: AwardLevel,
  level: JuryLevel,
): Promise<void> {
  if (award.code !== GRAND_PRIX) return
  if (level !== 3) {
    throw new BusinessError(422, {
      award_id: ['The final jury chooses the Grand Prix among the Platinums. Choose another level'],
    })
  }
  if (entry.award_code !== PLATINUM && entry.award_code !== GRAND_PRIX) {
    throw new BusinessError(
      409,
      'The Grand Prix is chosen among the Platinums. Ask the chair to award this entry Platinum first.',
      { reason: 'NOT_PLATINUM' },
    )
  }
  if (await decisionsRepository(trx).isTaken(entry, award.id)) {
    throw new BusinessError(
      409,
      'This section has its Grand Prix already. Decline that one first, or choose another level.',
      { reason: 'QUOTA' },
    )
  }
}
