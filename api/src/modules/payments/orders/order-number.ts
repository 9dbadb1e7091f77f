import { randomInt } from 'node:crypto'

// Crockford's base 32: no letter that reads like a digit.
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const random = (length: number) =>
  Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('')

/** `P`, the day, ten random signs: within the 32 that a wallet allows. */
export const newOrderNumber = (now: Date): string =>
  `P${now.toISOString().slice(2, 10).replaceAll('-', '')}${random(10)}`

/** A repeated refund has to carry the number of the first attempt. */
export const newRefundNumber = (orderNo: string): string => `R${orderNo}${random(4)}`
