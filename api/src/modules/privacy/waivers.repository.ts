import type { Db } from '../../db/database.ts'

/** The request of a consumer that the service begins at once, and ends the right of withdrawal when done. */
export const waiversRepository = (db: Db) => ({
  async add(userId: string, orderNo: string, at: Date) {
    await db
      .insertInto('consents')
      .values({ user_id: userId, kind: 'consumer_waiver', given: true, subject: orderNo, at })
      .execute()
  },
})
