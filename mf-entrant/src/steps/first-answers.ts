import type { CurrentUser } from '@awards/shared/contract'
import type { EntryDraft } from '@awards/shared/domain'

const AGENCY = 4

/** What the account already says about an entry whose authors are not named yet; an agency enters others' works. */
export function firstAnswers(
  answers: EntryDraft,
  user: CurrentUser | undefined,
): EntryDraft | undefined {
  if (!user || answers.designers || user.account_type === AGENCY) return undefined
  const name = `${user.first_name} ${user.last_name}`.trim() || user.display_name
  const { country } = user
  return {
    designers: [{ name, ...(country ? { country } : {}) }],
    ...(user.company && !answers.company ? { company: user.company } : {}),
    ...(country && !answers.location_country ? { location_country: country } : {}),
  }
}
