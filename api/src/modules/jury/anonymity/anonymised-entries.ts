import type { Picture } from '@awards/shared/contract'
import { blindTitle, type PhaseCapabilities } from '@awards/shared/domain'
import type { Actor } from '../../../http/actor.ts'
import type { AppContext } from '../../../start/app-context.ts'
import type { Db } from '../../../db/database.ts'
import { editionsRepository } from '../../editions/editions.repository.ts'
import { anonymisedRow, sheetPicture } from './anonymised-sheet.ts'
import { identityWords } from './identity-words.repository.ts'
import type { JuryEntry, JuryFilter } from '../lists/jury-entries.repository.ts'
import { has } from '../jury.policy.ts'

/** An entry as its reader may see it: blind where it has to be, with a cover under the reader's own address. */
export type AnonymisableEntry = JuryEntry & { readonly cover: Picture | null }

type Sight = Pick<PhaseCapabilities, 'blind_entrant'>

/** Levels 2 and 3 are blind for ever; the chair until the results are out. */
export const isAnonymous = ({ identity }: Actor, { blind_entrant }: Sight): boolean =>
  identity !== 1 || blind_entrant

/** A code tells who sent the entrant; whoever looks after the money has to know it. */
const seesCodes = (actor: Actor, sight: Sight) =>
  !isAnonymous(actor, sight) || has(actor, 'can_manage_fees')

/** Rows of a list as the reader may see them. Nothing else makes pictures and titles of them. */
export async function anonymisedEntries(
  context: AppContext,
  actor: Actor,
  rows: readonly JuryEntry[],
  sight: Sight,
): Promise<AnonymisableEntry[]> {
  const ids = rows.map(({ id }) => id)
  const words = isAnonymous(actor, sight) ? await identityWords(context.db, ids) : new Map()
  const codes = seesCodes(actor, sight) ? {} : { agent_code: null, invitation_code: null }
  return rows.map((row) => {
    const shown = { ...anonymisedRow(row, words.get(row.id)), ...codes }
    const place = { entry_id: row.id, file_id: row.cover_file_id }
    const alt = shown.cover_alt ?? shown.title
    return { ...shown, cover: sheetPicture(context, actor.id, place, row, alt) }
  })
}

/** Rows that name an entry to a chair, with its title as the chair may read it: blind until the results are out. */
export async function withChairTitles<Row extends { apply_order_id: string; title: string }>(
  { clock }: Pick<AppContext, 'clock'>,
  db: Db,
  rows: readonly Row[],
): Promise<Row[]> {
  const ids = rows.map(({ apply_order_id }) => apply_order_id)
  const words = await identityWords(db, await anonymousIds(db, ids, clock()))
  return rows.map((row) => {
    const own = words.get(row.apply_order_id)
    return own ? { ...row, title: blindTitle(row.title, own) } : row
  })
}

/** Those of some entries whose edition does not yet tell the chair whose they are. */
async function anonymousIds(db: Db, ids: readonly string[], now: Date): Promise<string[]> {
  const editions = editionsRepository(db)
  const blind: string[] = []
  for (const [edition, entries] of await editions.entriesByEdition(ids)) {
    const { capabilities } = await editions.stageOf(edition, now)
    if (capabilities.blind_entrant) blind.push(...entries)
  }
  return blind
}

/** The filter without what would tell what the columns keep back. */
export function allowedFilter(actor: Actor, filter: JuryFilter, sight: Sight): JuryFilter {
  return {
    ...filter,
    isBlind: isAnonymous(actor, sight),
    ...(!has(actor, 'can_manage_fees') && {
      entry_fee_status: undefined,
      winner_fee_status: undefined,
    }),
    ...(!seesCodes(actor, sight) && { code: undefined }),
  }
}
