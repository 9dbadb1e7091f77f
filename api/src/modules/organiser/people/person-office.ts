import { ACCOUNT_RIGHTS, type AccountRight } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { usersRepository, type UserRow } from '../../accounts/users.repository.ts'
import { personStoryRepository } from './person-story.repository.ts'

/** An account that is there, or 404. */
export async function personWith(db: Db, userId: string): Promise<UserRow> {
  const person = await usersRepository(db).find(userId)
  if (!person || person.status === 'erased') {
    throw new BusinessError(404, 'There is no such account. Search again.', { reason: 'UNKNOWN' })
  }
  return person
}

/**
 * What somebody is to the award beside an account: a seat on the jury or a right at the desk. Who may open such an
 * account could read marks, or act as a colleague; its address, its erasure and a look through its eyes are for nobody.
 */
export async function officeOf(db: Db, { id, identity }: Pick<UserRow, 'id' | 'identity'>) {
  const seat = await personStoryRepository(db).seat(id)
  const held = await usersRepository(db).rightsOf(id)
  const rights: AccountRight[] = ACCOUNT_RIGHTS.filter((right) => held.includes(right))
  const isJuror = identity !== 0 || seat?.is_active === true
  const office = isJuror ? ('jury' as const) : rights.length > 0 ? ('team' as const) : null
  return { seat, rights, office }
}

/** Throws 409 `HOLDS_OFFICE` for jurors and the team. */
export async function requireNoOffice(db: Db, person: UserRow) {
  const { office } = await officeOf(db, person)
  if (!office) return
  const sentence =
    office === 'jury'
      ? 'This person sits on the jury, whose marks nobody else may come near. Write to them instead.'
      : 'This person belongs to the team of the programme. Ask them instead.'
  throw new BusinessError(409, sentence, { reason: 'HOLDS_OFFICE', office })
}
