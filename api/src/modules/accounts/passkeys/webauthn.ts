import { hash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type {
  CreationOptions,
  NewCredential,
  RequestOptions,
  UsedCredential,
} from '@awards/shared/contract'
import { PASSKEY_MINUTES } from '@awards/shared/domain'
import { MINUTE_MS } from '../../../lib/time.ts'
import type { Config } from '../../../start/config.ts'
import type { PasskeyRecord } from './passkeys.repository.ts'
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
type PasskeyRefusal = keyof typeof REFUSALS

export const refuse = (reason: PasskeyRefusal) =>
  new BusinessError(409, REFUSALS[reason], { reason })

export const challengeExpired = () =>
  new BusinessError(410, 'This took too long. Begin again.', { reason: 'CHALLENGE_EXPIRED' })

/** COSE: Ed25519, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257]
const RP_ID_BYTES = 32
/** Bit of the flags that follow the hash of the site: the device has checked who uses it. */
const USER_VERIFIED = 0x04

/** Relying party: the host and the origin of the configured address, whatever a request says. */
export function siteOf({ siteUrl }: Pick<Config, 'siteUrl'>) {
  const { hostname, origin } = new URL(siteUrl)
  return { id: hostname, origin }
}
type Site = ReturnType<typeof siteOf>

/** Opaque handle of an account on the device: tells nothing, and is the same for all its passkeys. */
export const userHandleOf = (userId: string) =>
  hash('sha256', `passkey account\n${userId}`, 'buffer').toString('base64url')

type Owned = Pick<PasskeyRecord, 'credential_id' | 'transports'>
const descriptorOf = ({ credential_id: id, transports }: Owned) => ({
  id: id.toString('base64url'),
  type: 'public-key' as const,
  transports,
})

/** Options for a new passkey that needs no name to sign in, and checks who uses it. */
export const creationOptions = (
  site: Site,
  owner: { id: string; email: string; display_name: string },
  more: { challenge: string; programme: string; owned: readonly Owned[] },
): CreationOptions => ({
  challenge: more.challenge,
  rp: { id: site.id, name: more.programme },
  user: { id: userHandleOf(owner.id), name: owner.email, displayName: owner.display_name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: PASSKEY_MINUTES * MINUTE_MS,
  attestation: 'none',
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  excludeCredentials: more.owned.map(descriptorOf),
})

/** Options for the use of a passkey; without `owned` the device offers those that it has for the site. */
export const requestOptions = (
  { id }: Site,
  challenge: string,
  owned: readonly Owned[] = [],
): RequestOptions => ({
  challenge,
  rpId: id,
  timeout: PASSKEY_MINUTES * MINUTE_MS,
  userVerification: 'required',
  allowCredentials: owned.map(descriptorOf),
})

const ClientData = z.object({
  type: z.string(),
  challenge: z.string().min(1).max(512),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
})
export type ClientData = z.infer<typeof ClientData>

/** What the browser has signed beside the device: challenge, origin and purpose. */
export function clientDataOf({ response }: NewCredential | UsedCredential): ClientData {
  try {
    const bytes = Buffer.from(response.clientDataJSON, 'base64url')
    return ClientData.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    throw refuse('PASSKEY_INVALID')
  }
}

function requireOrigin({ type, origin, crossOrigin }: ClientData, site: Site, wanted: string) {
  if (type !== wanted) throw refuse('CHALLENGE_PURPOSE')
  // In a frame of another site, its owner could not see who asks.
  if (origin !== site.origin || crossOrigin) throw refuse('PASSKEY_ORIGIN')
}

function requireSiteAndUser(authenticatorData: Uint8Array, { id }: Site) {
  const flags = authenticatorData[RP_ID_BYTES]
  if (flags === undefined) throw refuse('PASSKEY_INVALID')
  const given = authenticatorData.subarray(0, RP_ID_BYTES)
  if (!timingSafeEqual(given, hash('sha256', id, 'buffer'))) throw refuse('PASSKEY_ORIGIN')
  if (!(flags & USER_VERIFIED)) throw refuse('PASSKEY_UNVERIFIED')
}

/**
 * Verifies a new passkey. Certificates of makers are refused before the library reads them: it would fetch the
 * revocation list from an address that the certificate names.
 */
export async function verifyNew(credential: NewCredential, client: ClientData, site: Site) {
  requireOrigin(client, site, 'webauthn.create')
  // Loaded with the first passkey: the library with its certificates takes 23 MB and a quarter of a second.
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const attestation = await orInvalid(() => {
    const bytes = Buffer.from(credential.response.attestationObject, 'base64url')
    const object = decodeAttestationObject(new Uint8Array(bytes))
    return {
      format: object.get('fmt'),
      hasCertificate: object.get('attStmt').get('x5c') !== undefined,
      data: Uint8Array.from(object.get('authData')),
    }
  })
  requireSiteAndUser(attestation.data, site)
  const isPlain = attestation.format === 'none' || attestation.format === 'packed'
  if (!isPlain || attestation.hasCertificate) throw refuse('PASSKEY_ATTESTED')
  const { verified, registrationInfo } = await orInvalid(() =>
    verifyRegistrationResponse({
      response: { ...libraryShape(credential), response: credential.response },
      expectedChallenge: client.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  if (!verified) throw refuse('PASSKEY_INVALID')
  const { credential: made, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    credential_id: Buffer.from(made.id, 'base64url'),
    public_key: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: credential.response.transports,
    may_back_up: credentialDeviceType === 'multiDevice',
    is_backed_up: credentialBackedUp,
  }
}

/** Verifies the use of a passkey, but for its counter, which is compared where it is stored. */
export async function verifyUse(
  credential: UsedCredential,
  client: ClientData,
  stored: PasskeyRecord,
  site: Site,
) {
  requireOrigin(client, site, 'webauthn.get')
  const data = Buffer.from(credential.response.authenticatorData, 'base64url')
  requireSiteAndUser(data, site)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const { userHandle, ...response } = credential.response
  const { verified, authenticationInfo } = await orInvalid(() =>
    verifyAuthenticationResponse({
      response: {
        ...libraryShape(credential),
        response: { ...response, ...(userHandle && { userHandle }) },
      },
      expectedChallenge: client.challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.id,
      credential: {
        id: credential.id,
        publicKey: new Uint8Array(stored.public_key),
        // Below every counter: the library compares it before the signature, so that anybody could stop a passkey.
        counter: -1,
      },
    }),
  )
  if (!verified) throw refuse('PASSKEY_INVALID')
  return {
    counter: authenticationInfo.newCounter,
    is_backed_up: authenticationInfo.credentialBackedUp,
  }
}

const libraryShape = ({ id, rawId, type }: NewCredential | UsedCredential) => ({
  id,
  rawId,
  type,
  clientExtensionResults: {},
})

/** The library throws for each fault of the answer, with words for developers. */
async function orInvalid<T>(verify: () => T | Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch {
    throw refuse('PASSKEY_INVALID')
  }
}
