import type { Parsed, subjudges } from '@awards/shared/contract'
import { COMMENT_FOR_ENTRANT, mustExplain, weightedTotal } from '@awards/shared/domain'
import { BusinessError } from '../../../http/business-error.ts'
import type { WeightedCriterion } from './scores.repository.ts'

type Given = Pick<Parsed<typeof subjudges.score>, 'items' | 'comment_entrant' | 'is_draft'>

/** Checks the marks against the criteria of the category; a draft may be incomplete. */
export function totalOf(criteria: readonly WeightedCriterion[], input: Given): number {
  const problems: Record<string, string[]> = {}
  const known = new Set(criteria.map(({ id }) => id))
  const marks = new Map<string, number>()
  input.items.forEach(({ criterion_id, value }, index) => {
    if (!known.has(criterion_id)) problems[`items.${index}.criterion_id`] = ['Unknown criterion']
    if (marks.has(criterion_id)) {
      problems[`items.${index}.criterion_id`] = ['This criterion is marked twice']
    }
    marks.set(criterion_id, value)
  })
  const total = weightedTotal(
    criteria.map(({ id, weight }) => ({ value: marks.get(id) ?? 0, weight })),
  )
  if (!input.is_draft) {
    const missing = criteria.length - marks.size
    if (missing > 0) problems['items'] = [`Mark every criterion; ${missing} still missing`]
    const { minimum, below, from } = COMMENT_FOR_ENTRANT
    if (mustExplain(total) && input.comment_entrant.length < minimum) {
      problems['comment_entrant'] = [
        `Tell the entrant why in at least ${minimum} characters: the total is below ${below} or from ${from} up`,
      ]
    }
  }
  if (Object.keys(problems).length > 0) throw new BusinessError(422, problems)
  return total
}
