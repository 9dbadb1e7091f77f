import { randomBytes } from 'node:crypto'

// Crockford's base 32: no letter that reads like a digit.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A code that nobody guesses: `prefix` and so many letters and digits, five bits each. */
export const randomCode = (prefix: 'J-' | 'A-' | 'I-', length: number): string =>
  prefix + Array.from(randomBytes(length), (byte) => ALPHABET[byte & 31]).join('')
