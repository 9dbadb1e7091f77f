import { siteConfiguration } from '@awards/shared/client'
import { endOfDayIn } from '../../common/programme-day.ts'

export type PlanValues = {
  category_ids: string[]
  per_entry: number
  max_load?: number | null
  due?: string
  share?: number
  floor?: number
}

/** The settings of a plan as its call wants them. */
export const settingsOf = (values: PlanValues, level: 2 | 3) => ({
  category_ids: values.category_ids,
  per_entry: values.per_entry,
  ...(values.max_load && { max_load: values.max_load }),
  ...(values.due && {
    due_at: new Date(endOfDayIn(siteConfiguration().time_zone, values.due)).toISOString(),
  }),
  ...(level === 3 && { shortlist: { share: values.share ?? 0, floor: values.floor ?? 0 } }),
})
