import { randomBytes } from 'node:crypto'
import type { account, Answer, Parsed } from '@awards/shared/contract'
import { dayIn, ENTRY_STATUS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { formatDay } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { requireOwnPassword, type OwnProof } from '../accounts/sign-in-lock.ts'
import { hashPassword } from '../accounts/password.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { invoiceInForce } from '../documents/issue-invoice.ts'
import { entriesRepository } from '../entries/entries.repository.ts'
import { withdraw, canWithdraw } from '../entries/entry-removal.service.ts'
import { requireOtherOrganiser } from '../organiser/account-rights.service.ts'
import { ordersRepository } from '../payments/orders/orders.repository.ts'
import {
  erasedFilesRepository,
  erasureRepository,
  idleAccountsRepository,
  type IdleAccount,
} from './erasure.repository.ts'
import { studioMembersRepository } from '../studios/studio-members.repository.ts'
import { dataRequestsRepository, type NewDataRequest } from './data-requests.repository.ts'
import { obstacleTo } from './erasure.policy.ts'
import { DAY_MS } from '../../lib/time.ts'
import { languageOf } from '../accounts/account.mapper.ts'

type Erased = Answer<typeof account.erase>
/** On what an account is erased. */
type Grounds = {
  own?: OwnProof | undefined
  by?: ByOrganiser | undefined
  request?: NewDataRequest
  stillDue?: (trx: Db) => Promise<void>
}
type ByOrganiser = { readonly organiser: Actor; readonly reason: string }

const REASON = 'The account was erased'

/** Erasure of an account: rows in one transaction, files and mails in jobs. */
export function erasureService(context: AppContext) {
  const { db, clock, mail, jobs, identity } = context

  return {
    async erase(actor: Actor, { password }: Parsed<typeof account.erase>): Promise<Erased> {
      const own = await requireOwnPassword(context, actor, { password })
      const received_on = dayIn(clock(), (await identity()).time_zone)
      const retained = await onRequest(actor, { way: 'account', received_on }, { own })
      return { erased: true, kept: [...keptOf(retained), 'audit'] }
    },

    eraseAccount,
    onRequest,
  }

  /**
   * Erases as somebody asked for. The request is done with the account; where something keeps the account, it stays open
   * and says what, since an answer is due within a month all the same.
   */
  async function onRequest(
    actor: Actor,
    how: Pick<NewDataRequest, 'way' | 'received_on' | 'note'>,
    { own, by }: { own?: OwnProof; by?: ByOrganiser & { allowed: () => Promise<void> } },
  ) {
    const by_user_id = by?.organiser.id ?? null
    const request = { ...how, user_id: actor.id, kind: 'erasure', by_user_id } as const
    try {
      await by?.allowed()
      return await eraseAccount(actor, { own, by, request })
    } catch (error) {
      const reason = error instanceof BusinessError && error.code === 409 && error.data?.['reason']
      if (typeof reason === 'string') {
        await db.transaction().execute(async (trx) => {
          await dataRequestsRepository(trx).open(request)
          await dataRequestsRepository(trx).blocked(actor.id, 'erasure', reason)
        })
      }
      throw error
    }
  }

  /**
   * Erases an account: on the proof of its owner (`own`), for the organiser (`by`), whose act it is in the audit log, or
   * for retention, which looks again under the lock (`stillDue`); returns which records are retained.
   */
  async function eraseAccount(given: Actor, { own, by, request, stillDue }: Grounds) {
    // The hash of a random password that nobody knows.
    const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
    return db.transaction().execute(async (trx) => {
      // Before the account, as where the right is taken, so that the two do not wait for each other.
      await requireOtherOrganiser(trx, given.id)
      const erasure = erasureRepository(trx)
      const present = await erasure.lock(given.id)
      if (!present) throw alreadyErased()
      own?.requireSame(present)
      await stillDue?.(trx)
      // The address may have changed since the caller read it; what is kept of the former one would not be found.
      const actor = { ...given, email: present.email }
      await studioMembersRepository(trx).holdAll(actor.id)
      await erasure.lockEntries(actor.id)
      const obstacle = obstacleTo(await erasure.obstacles(actor.id))
      if (obstacle) throw obstacle
      await invoicePayments(trx, actor.id)
      const found = await erasure.keeps(actor.id)
      await withdrawEntries(trx, actor)
      await anonymise(trx, actor, password_hash)
      const requests = dataRequestsRepository(trx)
      if (request) await requests.open(request)
      await requests.done(actor.id, 'erasure', clock(), keptOf(found))
      await requests.forget(actor.id, clock())
      const facts = by ? { reason: by.reason } : {}
      await auditRepository(trx).record(by?.organiser ?? actor, 'account.erased', actor.id, facts)
      return found
    })
  }

  /** Issues the invoices that jobs are still to issue: only the orders name their buyers, and are emptied. */
  async function invoicePayments(trx: Db, userId: string) {
    for (const orderNo of await erasureRepository(trx).uninvoiced(userId)) {
      const order = await ordersRepository(trx).lock(orderNo)
      if (order) await invoiceInForce(trx, clock, order)
    }
  }

  /** Withdraws submitted entries as the entrant could, with the refund that is due. */
  async function withdrawEntries(trx: Db, actor: Actor) {
    for (const { id, entry_status } of await erasureRepository(trx).lockEntries(actor.id)) {
      if (entry_status <= ENTRY_STATUS.submitted) continue
      const entry = await entriesRepository(trx).find(id)
      if (entry && canWithdraw(entry))
        await withdraw(trx, context, actor, entry, { reason: REASON })
    }
  }

  async function anonymise(trx: Db, actor: Actor, password_hash: string) {
    const erasure = erasureRepository(trx)
    const now = clock()
    const { timezone } = await programmeOf(trx)
    await erasure.deleteProformas(actor.id)
    await erasure.deleteUnpaidEntries(actor.id)
    await erasure.emptyEntries(actor.id, now)
    await erasure.emptyOrders(actor.id)
    await erasure.forgetVatChecks(actor.id)
    await erasure.takeRights(actor.id)
    await erasure.forgetStudios(actor.id, actor.email)
    await erasure.forgetJuror(actor.id, now)
    const keys = await erasedFilesRepository(trx).take(actor.id)
    await erasure.forgetPerson(actor.id, { email: actor.email, password_hash, now })
    await mail.enqueue(trx, {
      to: actor.email,
      template: 'account_erased',
      language: actor.language,
      params: { at: formatDay(now, actor.language, timezone) },
    })
    await jobs.enqueue(trx, ERASURE_JOBS.files, { keys })
    await jobs.enqueue(
      trx,
      ERASURE_JOBS.mails,
      { mail_ids: await erasure.mailsTo(actor.email) },
      { startAfter: new Date(now.getTime() + DAY_MS) },
    )
  }
}

const keptOf = ({ invoices, results }: { invoices: boolean; results: boolean }) => [
  ...(invoices ? (['invoices'] as const) : []),
  ...(results ? (['published_results'] as const) : []),
]

const alreadyErased = () =>
  new BusinessError(401, 'Your session has ended. Please sign in again.', {
    reason: 'SESSION_ENDED',
  })

const ERASURE_JOBS = { files: 'rights.erased_files', mails: 'rights.erased_mails' } as const

/** Jobs after an erasure: delete the files, and a day later anonymise the sent mails; each day again while one is unsent. */
export function erasureJobs({ db, jobs, storage }: AppContext) {
  jobs.handle(ERASURE_JOBS.files, async ({ keys }) => {
    for (const key of stringsIn(keys)) await storage.remove(key)
  })
  jobs.handle(ERASURE_JOBS.mails, async ({ mail_ids }) => {
    const ids = stringsIn(mail_ids)
    if (ids.length === 0) return undefined
    // Asked first: one that is sent in between is forgotten the next day.
    const areUnsent = await erasureRepository(db).areUnsent(ids)
    await erasureRepository(db).forgetMails(ids)
    return areUnsent ? { retryInSeconds: DAY_MS / 1_000 } : undefined
  })
}

const stringsIn = (value: JobPayload[string]): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

const NOTICE_MS = 30 * DAY_MS
const BATCH_SIZE = 50

/** Retention: notifies entrants who will be idle since `before` in 30 days, and erases those notified 30 days ago. */
export async function eraseIdleAccounts(context: AppContext, before: Date) {
  const now = context.clock()
  const repository = idleAccountsRepository(context.db)
  const notifiedBefore = new Date(now.getTime() - NOTICE_MS)
  const due = { before, notifiedBefore }
  for (const account of await repository.notified(due, BATCH_SIZE)) {
    await erase(context, account, async (trx) => {
      // Its owner may have signed in while the accounts before it were erased; a sign-in waits for this lock.
      const [present] = await idleAccountsRepository(trx).notified({ ...due, id: account.id }, 1)
      if (!present) throw new InUseError()
    })
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

/** An account that was to be erased for want of use is used again. Nobody is told: its owner did what keeps it. */
class InUseError extends Error {}

type StillDue = NonNullable<Grounds['stillDue']>
async function erase(context: AppContext, account: IdleAccount, stillDue: StillDue) {
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
    await erasureService(context).eraseAccount({ ...person, ...rights }, { stillDue })
  } catch (error) {
    if (error instanceof InUseError) return
    // Blocked, for instance by an open payment: the next run tries again.
    if (!(error instanceof BusinessError)) throw error
    context.log.warn('retention.account_kept', { user_id: id, reason: error.data?.reason })
  }
}
