import { useFirstLevelQueueQuery, useSecondLevelQueueQuery } from '../jury.api.ts'

type Input = NonNullable<Parameters<typeof useFirstLevelQueueQuery>[0]> & object

/** The queue of the level at which the juror sits. */
export function useQueue(level: 2 | 3, input: Input) {
  const first = useFirstLevelQueueQuery(input, { skip: level !== 2 })
  const second = useSecondLevelQueueQuery(input, { skip: level !== 3 })
  return level === 2 ? first : second
}
