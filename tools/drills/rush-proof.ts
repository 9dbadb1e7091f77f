import { onceEach, type Count } from '../../e2e/src/crash/proof.ts'
import { queryAt } from '../../e2e/src/harness/database.ts'
import type { juror } from '../../e2e/src/crash/others.ts'
import type { rushEntrant } from './rush-entrant.ts'
import type { Place } from './rush-place.ts'

const AT_ONCE = 8

/** Everything that was confirmed in a rush is there, once; gives how much that was. */
export async function proveRush(
  { database }: Place,
  entrants: readonly ReturnType<typeof rushEntrant>[],
  jurors: readonly ReturnType<typeof juror>[],
) {
  const waiting = [...entrants, ...jurors]
  const prove = async () => {
    for (let one = waiting.pop(); one; one = waiting.pop()) await one.verify()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, prove))

  const works = entrants.flatMap((entrant) => entrant.works())
  const projects = await queryAt<Count>(
    database,
    `select p.idempotency_key::text as key, count(o.id)::int as rows
       from projects p left join apply_orders o on o.project_id = p.id
      where p.idempotency_key is not null group by 1`,
  )
  const created = works.filter((work) => work.created)
  onceEach(
    projects,
    created.map(({ key }) => key),
  )
  const ledger = await queryAt<Count>(
    database,
    `select order_no as key, count(*)::int as rows from ledger where kind = 'payment' group by 1`,
  )
  const paid = works.filter(({ isPaid }) => isPaid)
  onceEach(
    ledger,
    paid.map(({ order }) => order?.order_no ?? ''),
  )
  return {
    works: created.length,
    uploads: entrants.reduce((sum, entrant) => sum + entrant.uploads(), 0),
    submitted: works.filter(({ isSubmitted }) => isSubmitted).length,
    paid: paid.length,
    scores: jurors.reduce((sum, { confirmed }) => sum + confirmed.length, 0),
    'confirmed writes lost': 0,
  }
}
