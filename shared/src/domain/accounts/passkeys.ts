/** Most passkeys of one account. */
export const PASSKEY_LIMIT = 10
export const PASSKEY_NAME_LENGTH = 60
/** A challenge is answered within these minutes. */
export const PASSKEY_MINUTES = 5
/** Adding and removing a passkey need a sign-in or a confirmation that is not older. */
export const FRESH_SIGN_IN_MINUTES = 15

/** Reason of a removal that would leave nobody's second factor but a code by e-mail. */
export const LAST_PASSKEY = 'LAST_PASSKEY'
