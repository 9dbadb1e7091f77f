import { BusinessError } from '../../../http/business-error.ts'

/** Why an answer of a device is refused: `data.reason`, and what its owner does next. */
const REFUSALS = {
  CHALLENGE_UNKNOWN: 'This site has not asked for this answer of your device. Begin again.',
  CHALLENGE_USED: 'This answer of your device has been used already. Begin again.',
  CHALLENGE_PURPOSE: 'This answer of your device was meant for something else. Begin again here.',
  CHALLENGE_ACCOUNT: 'This answer of your device was meant for another account. Begin again.',
  PASSKEY_ORIGIN:
    'This answer of your device was made for another address. Open the site at its own address, then begin again.',
  PASSKEY_UNVERIFIED:
    'Your device has not checked that it is you. Begin again, and use your finger, your face or the code of the device.',
  PASSKEY_ATTESTED:
    'Your device sent a certificate, which this site does not take. Begin again, and allow the site no details of the device.',
  PASSKEY_INVALID:
    'The answer of your device could not be verified. Begin again, or use another way.',
  PASSKEY_UNKNOWN:
    'This site does not know this passkey; it may have been removed. Sign in with your password instead.',
  PASSKEY_FOREIGN: 'This passkey is none of this account. Choose another one, or use a code.',
  PASSKEY_STOPPED:
    'This passkey looks copied and is refused. Sign in with your password, remove the passkey and add a new one.',
  PASSKEY_TAKEN: 'This passkey has been added already. Choose another device.',
} as const
export type PasskeyRefusal = keyof typeof REFUSALS

export const refuse = (reason: PasskeyRefusal) =>
  new BusinessError(409, REFUSALS[reason], { reason })

export const challengeExpired = () =>
  new BusinessError(410, 'This took too long. Begin again.', { reason: 'CHALLENGE_EXPIRED' })
