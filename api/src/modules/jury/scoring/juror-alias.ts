import { sql, type RawBuilder } from 'kysely'

/**
 * The letter under which the entrant knows a juror of the row `score`. Letters are dealt anew for each entry, in
 * an order that has nothing to do with the jury's list: the same letter on two entries says nothing.
 */
export const jurorLetter = (secret: string): RawBuilder<string> => sql<string>`
  chr(65 + (dense_rank() over (partition by score.apply_order_id order by
    encode(sha256((${secret} || score.apply_order_id || ':' || score.juror_id)::bytea), 'hex')
  ) - 1)::integer % 26)`
