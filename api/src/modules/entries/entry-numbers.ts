import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { numberPrefix } from '../../db/number-prefix.ts'
import type { Db } from '../../db/database.ts'

// Without letters and digits that are taken for one another.
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const LENGTH = 5

type Edition = { id: string; year: number; season: number }
type Category = { id: string; code: string }

/** The next public number of an edition and category, for instance `AB27-ARC-0042`; gapless per transaction. */
export async function nextEntryNo(db: Db, edition: Edition, category: Category): Promise<string> {
  const { last } = await db
    .insertInto('entry_counters')
    .values({ edition_id: edition.id, category_id: category.id, last: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['edition_id', 'category_id'])
        .doUpdateSet({ last: sql`entry_counters.last + 1` }),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  const start = entryPrefix(await numberPrefix(db), edition)
  return `${start}-${category.code}-${String(last).padStart(4, '0')}`
}

/** `AB27` for the first season of 2027, `AB27S2` for the second. */
function entryPrefix(prefix: string, { year, season }: Pick<Edition, 'year' | 'season'>): string {
  const short = String(year % 100).padStart(2, '0')
  return season === 1 ? `${prefix}${short}` : `${prefix}${short}S${season}`
}

/** What jurors call the entry: random within the edition, so that it says nothing about the entrant. */
export async function newJudgingNo(db: Db, editionId: string): Promise<string> {
  for (;;) {
    const number = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(
      '',
    )
    const taken = await db
      .selectFrom('apply_orders')
      .select('id')
      .where('edition_id', '=', editionId)
      .where('judging_no', '=', number)
      .executeTakeFirst()
    if (!taken) return number
  }
}
