import { homeRoute } from '@awards/shared/domain'
import type { AppContext } from '../../../start/app-context.ts'
import { momentText } from '../../../lib/moment.ts'
import type { Db } from '../../../db/database.ts'
import { assignmentsRepository } from './assignments.repository.ts'

type Seat = { readonly apply_order_id: string; readonly juror_id: string }

/** One mail for each juror who has got entries, whatever their number. */
export async function announceSeats(
  { mail, clock }: AppContext,
  trx: Db,
  seats: readonly Seat[],
  dueAt?: Date,
): Promise<void> {
  const [first] = seats
  if (!first) return
  const repository = assignmentsRepository(trx)
  const { ends_at, timezone } = await repository.dueOf(first.apply_order_id, clock())
  const bySeat = Map.groupBy(seats, ({ juror_id }) => juror_id)
  for (const juror of await repository.addresses([...bySeat.keys()])) {
    const count = bySeat.get(juror.juror_id)?.length ?? 0
    await mail.enqueue(trx, {
      to: juror.email,
      template: 'assignment',
      language: juror.language,
      params: {
        count,
        due: momentText(dueAt ?? ends_at, juror.language, timezone),
        home: homeRoute(juror.level),
      },
    })
  }
}
