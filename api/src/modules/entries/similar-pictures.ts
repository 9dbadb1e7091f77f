import type { AppContext } from '../../start/app-context.ts'
import { entryWarningsRepository, type LookAlike } from './entry-warnings.repository.ts'

/** Compares the pictures of an entry that was handed in; the entrant never hears of it. */
export const COMPARE_PICTURES = 'entries.compare_pictures'

/** Says who compares pictures; called while modules are mounted. */
export function comparePictures({ db, jobs, clock }: AppContext) {
  jobs.handle(COMPARE_PICTURES, async ({ apply_order_id }) => {
    const id = String(apply_order_id)
    const warnings = entryWarningsRepository(db)
    const found = await warnings.lookAlikes(id)
    await warnings.add(id, 'similar_picture', found.map(detailOf), clock())
  })
}

/** What the chair reads: places and numbers, which read the same in every language. */
const detailOf = (one: LookAlike): string => JSON.stringify(one)
