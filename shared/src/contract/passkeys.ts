import { z } from 'zod'
import { PASSKEY_NAME_LENGTH } from '../domain/index.ts'
import { addedCallsOf, endpoint, Id, Nothing, text, Time } from './endpoint.ts'
import { SignedIn } from './session.ts'

const NOT_WHOLE = 'This answer of the device is not whole. Try again.'

/** Bytes as base64url without padding, of at most `maximum` characters. */
const bytes = (maximum: number) =>
  z
    .string(NOT_WHOLE)
    .max(maximum, NOT_WHOLE)
    .regex(/^[\w-]+$/, NOT_WHOLE)

/** WebAuthn limits an identifier of a credential to 1023 bytes. */
const CredentialId = bytes(1_364)
const ClientData = bytes(4_096)
const Transports = z.array(z.string().max(32)).max(8)
const attachment = z.enum(['platform', 'cross-platform']).nullish().catch(null)
const credential = <R extends z.ZodType>(response: R) =>
  z.object({
    id: CredentialId,
    rawId: CredentialId,
    type: z.literal('public-key', NOT_WHOLE),
    response,
    authenticatorAttachment: attachment,
  })

/** What `navigator.credentials.create` answers, as JSON (WebAuthn Level 3). */
export const NewCredential = credential(
  z.object({
    clientDataJSON: ClientData,
    attestationObject: bytes(65_536),
    transports: Transports.catch([]).default([]),
  }),
)
export type NewCredential = z.output<typeof NewCredential>

/** What `navigator.credentials.get` answers. */
export const UsedCredential = credential(
  z.object({
    clientDataJSON: ClientData,
    authenticatorData: bytes(8_192),
    signature: bytes(8_192),
    userHandle: bytes(128).nullish(),
  }),
)
export type UsedCredential = z.output<typeof UsedCredential>

const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** What `navigator.credentials.create` takes. */
export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(Descriptor),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** What `navigator.credentials.get` takes. */
export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty where the device offers the passkeys that it has for this site. */
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.infer<typeof RequestOptions>

export const PasskeyRow = z.object({
  passkey_id: Id,
  name: z.string(),
  created_at: Time,
  last_used_at: Time.nullable(),
  /** A copy is in the account of its maker, so that it survives the device. */
  is_backed_up: z.boolean(),
  /** Refused since its counter went backwards: somebody may have a copy. */
  is_stopped: z.boolean(),
})
export type PasskeyRow = z.infer<typeof PasskeyRow>

const passkey = addedCallsOf('passkey', [])
const name = text(PASSKEY_NAME_LENGTH, 1, 'Give the passkey a name')
const publicCall = { method: 'POST', access: 'public', added: true, as: 'mutation' } as const

/** Passkeys (WebAuthn): a way to sign in, and a second factor. */
export const passkeys = {
  list: passkey('list', 'GET', Nothing, z.array(PasskeyRow), { tags: ['user'] }),
  /** A challenge for a new passkey. */
  registrationOptions: passkey(
    'registrationOptions',
    'POST',
    Nothing,
    z.object({ options: CreationOptions }),
    { codes: [409, 429], invalidates: [] },
  ),
  register: passkey(
    'register',
    'POST',
    z.object({ name, credential: NewCredential }),
    z.object({ passkey_id: Id }),
    { codes: [409, 410, 422, 429], invalidates: ['user'], skipErrorHandler: true },
  ),
  /** A challenge for a sign-in; it names no account. */
  signInOptions: endpoint({
    ...publicCall,
    name: 'passkey/signInOptions',
    path: '/api/passkey/signInOptions',
    input: Nothing,
    output: z.object({ options: RequestOptions }),
    codes: [429],
  }),
  signIn: endpoint({
    ...publicCall,
    name: 'passkey/signIn',
    path: '/api/passkey/signIn',
    input: z.object({ credential: UsedCredential }),
    output: SignedIn,
    codes: [409, 410, 422, 429],
    skipErrorHandler: true,
  }),
  /** A challenge for the passkeys of the caller; null where the account has none. */
  stepUpOptions: passkey(
    'stepUpOptions',
    'POST',
    Nothing,
    z.object({ options: RequestOptions.nullable() }),
    { codes: [429], skipErrorHandler: true },
  ),
  /** Lets this session make the gravest calls until then, as a code by e-mail does. */
  stepUp: passkey(
    'stepUp',
    'POST',
    z.object({ credential: UsedCredential }),
    z.object({ until: Time }),
    { codes: [409, 410, 422, 429], skipErrorHandler: true },
  ),
  rename: passkey(
    'rename',
    'POST',
    z.object({ passkey_id: Id, name }),
    z.object({ changed: z.boolean() }),
    { codes: [404, 422], invalidates: ['user'], skipErrorHandler: true },
  ),
  remove: passkey(
    'remove',
    'POST',
    z.object({ passkey_id: Id }),
    z.object({ removed: z.boolean() }),
    {
      codes: [404, 409],
      invalidates: ['user'],
      skipErrorHandler: true,
    },
  ),
} as const
