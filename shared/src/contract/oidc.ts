import { z } from 'zod'
import { OrganisationAttempt, OrganisationCodeForm, OrganisationForm } from '../domain/index.ts'
import { addedCallsOf, endpoint, Id, Nothing, Time } from './endpoint.ts'
import { SignedIn } from './session.ts'

/** Name of a provider in its three languages, as the operator has written it. */
export const ProviderLabel = z.object({ en: z.string(), fr: z.string(), zh: z.string() })
const ProviderRow = z.object({ id: z.string(), label: ProviderLabel })
export type ProviderRow = z.infer<typeof ProviderRow>

const provider = z
  .string('Choose the organisation')
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'Choose the organisation')
/** A path of this site; a backslash or a control character reads as another host in some browsers. */
const redirect = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])[^\\\u0000-\u001f]*$/)
  .optional()
  .catch(undefined)

/** Of a page that goes on with a sign-in. */
const OfAttempt = z.object({ attempt: OrganisationAttempt })

/** What comes after the return from a provider. */
export const OidcStep = z.discriminatedUnion('step', [
  SignedIn.extend({ step: z.literal('signed_in') }),
  /** A second factor is asked for: a code by e-mail. */
  OfAttempt.extend({
    step: z.literal('code'),
    provider: ProviderRow,
    email: z.string(),
    resend_after: z.int(),
  }),
  /** The address has an account: who signs in to it once links it. */
  OfAttempt.extend({ step: z.literal('link'), provider: ProviderRow, email: z.string() }),
  /** Nobody is known by this identity: an account is opened. */
  OfAttempt.extend({
    step: z.literal('register'),
    provider: ProviderRow,
    email: z.string().nullable(),
    /** The address is taken as it is, without a code by e-mail. */
    is_email_trusted: z.boolean(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
  }),
])
export type OidcStep = z.infer<typeof OidcStep>

export const IdentityRow = z.object({
  identity_id: Id,
  /** The provider; its address, where the site offers it no more. */
  label: ProviderLabel,
  /** The address that it named when it was linked. */
  email: z.string().nullable(),
  linked_at: Time,
  last_used_at: Time.nullable(),
})
export type IdentityRow = z.infer<typeof IdentityRow>

const oidcCall = addedCallsOf('oidc', [])
const publicCall = {
  method: 'POST',
  access: 'public',
  added: true,
  as: 'mutation',
  skipErrorHandler: true,
} as const

/** Sign-in by way of an organisation (OpenID Connect). */
export const oidc = {
  /** Begins a sign-in: the address at the provider, bound to this browser. */
  begin: endpoint({
    ...publicCall,
    name: 'oidc/begin',
    path: '/api/oidc/begin',
    input: z.object({ provider, redirect }),
    output: z.object({ url: z.string() }),
    codes: [404, 409, 422, 429],
  }),
  /** Takes up the sign-in that has come back to this browser, the newest unless one is named; so do the calls below. */
  resume: endpoint({
    ...publicCall,
    name: 'oidc/resume',
    path: '/api/oidc/resume',
    input: OfAttempt.partial(),
    output: OidcStep,
    codes: [409, 410, 429],
  }),
  /** The code of the second factor. */
  confirm: endpoint({
    ...publicCall,
    name: 'oidc/confirm',
    path: '/api/oidc/confirm',
    input: OrganisationCodeForm,
    output: SignedIn,
    codes: [409, 410, 422, 429],
  }),
  register: endpoint({
    ...publicCall,
    name: 'oidc/register',
    path: '/api/oidc/register',
    input: OrganisationForm,
    output: SignedIn,
    codes: [409, 410, 422, 429],
  }),
  list: oidcCall(
    'list',
    'GET',
    Nothing,
    z.object({
      identities: z.array(IdentityRow),
      /** What the site offers. */
      providers: z.array(ProviderRow),
      /** The account was opened this way, and nothing else has been chosen to sign in with. */
      is_only_way: z.boolean(),
    }),
    { tags: ['user'] },
  ),
  /** Begins to link an identity to the account of the caller. */
  beginLink: oidcCall('beginLink', 'POST', z.object({ provider }), z.object({ url: z.string() }), {
    codes: [404, 409, 422, 429],
    invalidates: [],
    skipErrorHandler: true,
  }),
  /** Links the identity that has come back to this browser. */
  link: oidcCall('link', 'POST', OfAttempt.partial(), z.object({ label: ProviderLabel }), {
    codes: [409, 410],
    invalidates: ['user'],
    skipErrorHandler: true,
  }),
  unlink: oidcCall(
    'unlink',
    'POST',
    z.object({ identity_id: Id }),
    z.object({ unlinked: z.boolean() }),
    { codes: [404, 409], invalidates: ['user'], skipErrorHandler: true },
  ),
} as const
