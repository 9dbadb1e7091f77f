import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { JuryScope } from './jury.policy.ts'
import { inScope } from './jury-scope.ts'

export type SheetFile = {
  apply_order_id: string
  judging_no: string
  title: string
  summary: string | null
  description: string | null
  file_id: string
  kind: 'cover' | 'image' | 'drawing'
  sort: number
  alt: string
  width: number | null
  height: number | null
  colour: string | null
  variants: unknown
}

/** Pictures of entries in a reader's scope. PDFs are left out: their text may name the author. */
export async function sheetFiles(
  db: Db,
  scope: JuryScope,
  entryIds: readonly string[],
): Promise<SheetFile[]> {
  const { rows } = await sql<SheetFile>`
    select entry.id as apply_order_id, entry.judging_no, entry.title,
      entry.answers ->> 'summary' as summary, entry.answers ->> 'description' as description,
      link.file_id, link.kind, link.sort, link.alt, file.width, file.height, file.colour, file.variants
    from apply_orders entry
    join entry_files link on link.apply_order_id = entry.id and link.kind <> 'pdf'
    join stored_files file on file.id = link.file_id
    where entry.id = any(${[...entryIds]}::bigint[]) and ${inScope(scope)}
    order by entry.judging_no, link.kind <> 'cover', link.sort, link.file_id`.execute(db)
  return rows
}
