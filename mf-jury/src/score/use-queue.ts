import { useFirstLevelQueueQuery, useSecondLevelQueueQuery } from '../jury.api.ts'

type Input = NonNullable<Parameters<typeof useFirstLevelQueueQuery>[0]> & object

/** The queue of the level at which the juror sits; it is asked for where it `isNeeded`. */
export function useQueue(level: 2 | 3, input: Input, isNeeded = true) {
  const first = useFirstLevelQueueQuery(input, { skip: level !== 2 || !isNeeded })
  const second = useSecondLevelQueueQuery(input, { skip: level !== 3 || !isNeeded })
  return level === 2 ? first : second
}
