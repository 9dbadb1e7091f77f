import { useApiQuery } from '@awards/shared/client'
import { READING_ORDER, subJudge, subjudges, type Input } from '@awards/shared/contract'

/** The list as it is read, in pages that most lists are one of. */
export const IN_ORDER = { sort: READING_ORDER, pageSize: 100 } as const

type QueueInput = Input<typeof subJudge.subJuryAwardList>

/** The queue of the level at which the juror sits; it is asked for where it `isNeeded`. */
export function useQueue(level: 2 | 3, input: QueueInput, isNeeded = true) {
  const first = useApiQuery(subJudge.subJuryAwardList, input, { skip: level !== 2 || !isNeeded })
  const second = useApiQuery(subjudges.secondLevelJudgeAwardList, input, {
    skip: level !== 3 || !isNeeded,
  })
  return level === 2 ? first : second
}
