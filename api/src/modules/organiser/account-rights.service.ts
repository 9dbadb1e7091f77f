import type { Answer, organiser, Parsed } from '@awards/shared/contract'
import type { AccountRight } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import type { AppContext } from '../../start/app-context.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { leaveStudios, type MemberContext } from '../studios/studio.service.ts'
import { accountRightsRepository } from './account-rights.repository.ts'

/** Who may do what for the programme: given and taken by an organiser, each time in the audit log. */
export function accountRightsService({
  db,
  clock,
  mail,
}: Pick<AppContext, 'db' | 'clock' | 'mail'>) {
  return {
    async team(actor: Actor): Promise<Answer<typeof organiser.team>> {
      const members = await accountRightsRepository(db).members()
      return { list: members.map((one) => ({ ...one, is_self: one.user_id === actor.id })) }
    },

    give: (actor: Actor | null, { email, right }: Parsed<typeof organiser.giveRight>) =>
      db.transaction().execute((trx) => giveRight({ db: trx, mail }, actor, email, right, clock())),

    take: (actor: Actor, { user_id, right }: Parsed<typeof organiser.takeRight>) =>
      db.transaction().execute(async (trx) => {
        if (right === 'organise') await requireOtherOrganiser(trx, user_id)
        const person = await usersRepository(trx).find(user_id)
        if (!person) throw new BusinessError(404, 'There is no such account. Reload the page.')
        const changed = await accountRightsRepository(trx).take(user_id, right)
        if (changed) {
          await auditRepository(trx).record(actor, 'right.taken', user_id, { before: { right } })
        }
        return { changed }
      }),
  }
}

/**
 * Gives a right; `actor` is null for the command line, which sends no mail. The account is locked, as an entry locks it that is being made:
 * nobody becomes an organiser and an entrant at once.
 */
export async function giveRight(
  { db: trx, mail }: MemberContext,
  actor: Actor | null,
  email: string,
  right: AccountRight,
  now: Date,
): Promise<{ changed: boolean }> {
  const users = usersRepository(trx)
  const found = await users.findByEmail(email)
  const person = found && (await users.lock(found.id))
  if (!person) throw new BusinessError(422, { email: ['No account has this e-mail address'] })
  const rights = accountRightsRepository(trx)
  if (await rights.judges(person.id)) throw judges()
  const works = await rights.worksUnderWay(person.id)
  if (works.length > 0) throw hasEntries(works)
  await leaveStudios({ db: trx, mail }, actor, person.id, now)
  const changed = await rights.give(person.id, right, actor?.id ?? null, now)
  if (changed) {
    await auditRepository(trx).record(actor, 'right.given', person.id, { after: { right } })
  }
  return { changed }
}

const judges = () =>
  new BusinessError(
    409,
    'This person judges in an edition whose judging is open, and cannot organise it as well.',
    { reason: 'JUDGES' },
  )

const hasEntries = (works: readonly string[]) =>
  new BusinessError(
    409,
    'This person takes part with works of their own in an edition that is under way.',
    { reason: 'HAS_ENTRIES', entries: works.slice(0, 10) },
  )

/** Throws 409 `LAST_ORGANISER` for the last who may organise: without them nobody could give the right again. */
export async function requireOtherOrganiser(trx: Db, userId: string): Promise<void> {
  if (!(await accountRightsRepository(trx).isLastOrganiser(userId))) return
  throw new BusinessError(
    409,
    'Nobody else may organise. Give the right to another person first.',
    { reason: 'LAST_ORGANISER' },
  )
}
