import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { BusinessError } from '../../app/business-error.ts'
import { passwordMatches } from './password.ts'
import { usersRepository } from './users.repository.ts'

/** Ten wrong passwords shut an account for a quarter of an hour, wherever they are given. */
export const LOCK = { points: 10, seconds: 900, block: 900 }

/**
 * Whoever changes the way into an account, or closes it, gives the password once more. `given` is the
 * name of the field and what stands in it.
 */
export async function requireOwnPassword(
  { db, limits }: AppContext,
  actor: Actor,
  given: Readonly<Record<string, string>>,
) {
  const [[field, password] = ['password', '']] = Object.entries(given)
  await limits.check('login', actor.email, LOCK)
  const user = await usersRepository(db).find(actor.id)
  if (await passwordMatches(user?.password_hash, password)) return
  await limits.take('login', actor.email, LOCK)
  throw new BusinessError(422, { [field]: ['This is not your present password.'] })
}
