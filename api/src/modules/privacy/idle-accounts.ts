import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { formatDay } from '../../lib/format.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { erasureService } from './erasure.service.ts'
import { idleAccountsRepository, type IdleAccount } from './erasure.repository.ts'
import { DAY_MS } from '../../lib/durations.ts'

const NOTICE_MS = 30 * DAY_MS
const BATCH_SIZE = 50

/** Retention: notifies entrants who will be idle since `before` in 30 days, and erases those notified 30 days ago. */
export async function eraseIdleAccounts(context: AppContext, before: Date) {
  const now = context.clock()
  const repository = idleAccountsRepository(context.db)
  const notifiedBefore = new Date(now.getTime() - NOTICE_MS)
  for (const account of await repository.notified({ before, notifiedBefore }, BATCH_SIZE)) {
    await erase(context, account)
  }
  const soon = new Date(before.getTime() + NOTICE_MS)
  for (const account of await repository.unnotified(soon, BATCH_SIZE))
    await notify(context, account, now)
}

async function notify({ db, mail }: AppContext, account: IdleAccount, now: Date) {
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
    const rights = { rights: [], are_rights_resting: false, juror: null }
    await erasureService(context).eraseAccount({ ...person, ...rights })
  } catch (error) {
    // Blocked, for instance by an open payment: the next run tries again.
    if (!(error instanceof BusinessError)) throw error
    context.log.warn('retention.account_kept', { user_id: id, reason: error.data?.reason })
  }
}
