import type { testApi } from './test-api.ts'

/** A new account that may organise, as the caller of a test. */
export async function organiserOf({ db, build, as }: Awaited<ReturnType<typeof testApi>>) {
  const person = await build.user()
  await db.insertInto('account_rights').values({ user_id: person.id, name: 'organise' }).execute()
  return as(person)
}
