import { LANGUAGES, type Language } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDay } from '../../lib/format.ts'
import { programmeOf } from '../documents/organiser.ts'
import { erasureService } from './erasure.service.ts'
import { idleAccountsRepository, type IdleAccount } from './erasure.repository.ts'

const DAY_MS = 86_400_000
const NOTICE_MS = 30 * DAY_MS
const AT_ONCE = 50

/** Tells entrants who have not been here since `before` that their account will go, and erases it a month later. */
export async function eraseIdleAccounts(context: AppContext, before: Date) {
  const now = context.clock()
  const repository = idleAccountsRepository(context.db)
  const toldBefore = new Date(now.getTime() - NOTICE_MS)
  for (const account of await repository.told({ before, toldBefore }, AT_ONCE)) {
    await erase(context, account)
  }
  const soon = new Date(before.getTime() + NOTICE_MS)
  for (const account of await repository.untold(soon, AT_ONCE)) await tell(context, account, now)
}

async function tell({ db, mail }: AppContext, account: IdleAccount, now: Date) {
  const language = languageOf(account)
  const { timezone } = await programmeOf(db)
  await mail.enqueue(db, {
    to: account.email,
    template: 'account_idle',
    language,
    dedupeKey: account.notice_key,
    params: { at: formatDay(new Date(now.getTime() + NOTICE_MS), language, timezone) },
  })
}

async function erase(context: AppContext, account: IdleAccount) {
  const { id, email } = account
  const person = {
    id,
    email,
    language: languageOf(account),
    identity: 0,
    display_name: '',
  } as const
  try {
    await erasureService(context).end({ ...person, juror: null })
  } catch (error) {
    // A payment that is open, for instance: the account waits until that is settled.
    if (!(error instanceof BusinessError)) throw error
    context.log.warn('retention.account_kept', { user_id: id, reason: error.data?.reason })
  }
}

const languageOf = ({ language }: IdleAccount): Language =>
  LANGUAGES.find((one) => one === language) ?? 'en'
