import type { AccountRight } from '@awards/shared/domain'
import { session } from '@awards/shared/contract'
import type { TestApi } from './test-api.ts'

/** People of the organiser's desk: an account with rights, and one that has just proved itself by a code. */
export const deskPeople = ({ db, build, as }: Pick<TestApi, 'db' | 'build' | 'as'>) => {
  async function holder(...rights: AccountRight[]) {
    const person = await build.user()
    for (const name of rights) {
      await db.insertInto('account_rights').values({ user_id: person.id, name }).execute()
    }
    return person
  }

  return {
    holder,
    /** The caller with a fresh second factor. */
    async proven(person: { id: string }) {
      const caller = as(person)
      await caller.call(session.getUserInfo, {})
      await db
        .updateTable('sessions')
        .set({ proven_at: new Date() })
        .where('user_id', '=', person.id)
        .execute()
      return caller
    },
  }
}
