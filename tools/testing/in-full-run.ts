import { recordProofs } from '../jest/proof-log.ts'
import { SCALE } from './scale.ts'

type Proven = { readonly proves?: readonly string[] }

/**
 * Declares jest tests of the full run; each of them proves `ids`. The core run leaves them out and reports the ids as
 * `full-only`.
 */
export function inFullRun(
  title: string,
  { proves: ids = [] }: Proven,
  declare: () => void,
  scale = SCALE,
): void {
  if (scale === 'core') return recordProofs({ title, ids, isFullOnly: true })
  describe(title, () => {
    if (ids.length > 0) beforeEach(() => proves(...ids))
    declare()
  })
}
