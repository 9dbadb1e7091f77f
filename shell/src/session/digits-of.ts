import type { ChangeEvent } from 'react'

/** Whatever is pasted, six digits are left of it: `123 456`, or a whole line of the mail. */
export const digitsOf = (event: ChangeEvent<HTMLInputElement>) =>
  event.target.value.replace(/\D/g, '').slice(0, 6)
