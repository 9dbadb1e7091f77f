import { Billing, type Answer, type entriesAdded } from '@awards/shared/contract'
import { StoredAnswers } from '@awards/shared/domain'
import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { entryTemplatesRepository } from './projects.repository.ts'

type Templates = Answer<typeof entriesAdded.templates>
type Credits = Templates['credits'][number]

const KEPT = 10

/** What a person filled in before, to be filled in again at one touch. */
export const entryTemplates = ({ db }: AppContext) => ({
  async templates(actor: Actor): Promise<Templates> {
    const repository = entryTemplatesRepository(db)
    const [rows, billing] = await Promise.all([
      repository.answers(actor.id),
      repository.billing(actor.id),
    ])
    const distinct = new Map<string, Credits>()
    for (const row of rows) {
      const credits = creditsOf(row)
      if (!credits) continue
      const { designers, company, client } = credits
      const key = JSON.stringify([designers, company, client]).toLowerCase()
      if (!distinct.has(key)) distinct.set(key, credits)
      if (distinct.size === KEPT) break
    }
    return {
      credits: [...distinct.values()],
      billing: Billing.partial().safeParse(billing).data ?? null,
    }
  },
})

/** Undefined where nobody is named yet. */
function creditsOf({ id, title, answers }: { id: string; title: string; answers: unknown }) {
  const { designers = [], company = '', client = '' } = StoredAnswers.parse(answers)
  const named = designers.filter(({ name }) => name !== '')
  if (named.length === 0) return undefined
  return { apply_order_id: id, title, designers: named, company, client }
}
