import type { Actor } from '../../http/actor.ts'
import type { AppContext } from '../../start/app-context.ts'
import { BusinessError } from '../../http/business-error.ts'
import { passwordMatches } from './password.ts'
import { LOCK } from './sign-in-lock.ts'
import { usersRepository } from './users.repository.ts'

/**
 * Whoever changes the way into an account, or closes it, gives the password once more. `given` is the
 * name of the field and what stands in it. The tries are counted before they are compared, and apart from
 * those at the door: strangers there cannot keep the owner from this.
 */
export async function requireOwnPassword(
  { db, limits }: AppContext,
  actor: Actor,
  given: Readonly<Record<string, string>>,
) {
  const [[field, password] = ['password', '']] = Object.entries(given)
  await limits.take('own_password', actor.id, LOCK)
  const user = await usersRepository(db).find(actor.id)
  if (await passwordMatches(user?.password_hash, password)) {
    await limits.clear('own_password', actor.id, LOCK)
    return
  }
  throw new BusinessError(422, { [field]: ['This is not your present password.'] })
}
