const DOMAIN = 'erased.invalid'

/** The address of an account that was erased; no mail can go there. */
export const erasedAddress = (userId: string): string => `erased-${userId}@${DOMAIN}`

/** True for an address behind which nobody is any more. */
export const isErasedAddress = (address: string): boolean => address.endsWith(`@${DOMAIN}`)
