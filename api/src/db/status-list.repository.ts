import { sql } from 'kysely'

/**
 * Statuses of a domain table (`PAYMENT_STATUS`, `ASSIGNMENT_STATUS` and so on) as SQL literals in parentheses, for `=`
 * and for `in`: PostgreSQL uses a partial index for literals, not for parameters.
 */
export const statusList = (...statuses: readonly number[]) =>
  sql`(${sql.join(statuses.map((status) => sql.lit(status)))})`
