import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { inConflict } from '../../jury/jury-scope.ts'

/** True where the row `e` of an entry is in a juror's panel, without a conflict of interest. */
export const inPanel = (jurorId: string): RawBuilder<boolean> => sql<boolean>`(exists (
    select 1 from juror_categories c where c.juror_id = ${jurorId} and c.category_id = e.category_id)
  and not ${inConflict(jurorId, 'e')})`
