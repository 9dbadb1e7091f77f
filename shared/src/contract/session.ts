import { z } from 'zod'
import {
  ACCOUNT_RIGHTS,
  CAPABILITIES,
  ChangeEmailForm,
  ChangePasswordForm,
  CONSENT_KINDS,
  EraseForm,
  IDENTITIES,
  LANGUAGES,
  LoginForm,
  ProfileForm,
  RegisterForm,
  ResetPasswordForm,
  StepUpForm,
  VerifyCodeForm,
} from '../domain/index.ts'
import { addedCallsOf, endpoint, Id, Nothing, Time } from './endpoint.ts'
import { Billing } from './payment-rows.ts'

/** The signed-in user as the site knows it: nothing that another person could not be shown of oneself. */
export const CurrentUser = z.object({
  id: Id,
  email: z.string(),
  identity: z.literal(IDENTITIES),
  display_name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  account_type: z.int(),
  language: z.enum(LANGUAGES),
  home_route: z.string(),
  /** Names of the calls that the matrix does not refuse to this identity. */
  permissions: z.array(z.string()),
  /** What the account may do for the programme beside its identity; none while its rights rest. */
  rights: z.array(z.enum(ACCOUNT_RIGHTS)).default([]),
  juror: z
    .object({
      id: Id,
      level: z.int(),
      category_ids: z.array(Id),
      capabilities: z.array(z.enum(CAPABILITIES)),
      agreement_signed: z.boolean(),
    })
    .nullable(),
  unread: z.int(),
  /** An organiser sees the site as this person, until then, and changes nothing. */
  seen_by: z.object({ name: z.string(), until: Time }).nullish(),
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const SignedIn = z.object({ token: z.string(), expires_at: Time, user: CurrentUser })

/** Account calls of every visitor. */
export const session = {
  login: endpoint({
    name: 'user/login',
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    input: LoginForm,
    output: SignedIn,
    codes: [409, 410, 422, 429],
  }),
  register: endpoint({
    name: 'user/register',
    method: 'POST',
    path: '/api/user/register',
    access: 'public',
    input: RegisterForm,
    output: SignedIn,
    codes: [410, 422, 429],
  }),
  verifyCode: endpoint({
    name: 'email/verifyCode',
    method: 'POST',
    path: '/api/email/verifyCode',
    access: 'public',
    input: VerifyCodeForm,
    output: z.object({ resend_after: z.int() }),
    codes: [422, 429],
  }),
  resetPassword: endpoint({
    name: 'user/resetPassword',
    method: 'POST',
    path: '/api/user/resetPassword',
    access: 'public',
    input: ResetPasswordForm,
    output: z.object({ reset: z.literal(true) }),
    codes: [410, 422, 429],
  }),
  changePassword: endpoint({
    name: 'user/changePassword',
    method: 'POST',
    path: '/api/user/changePassword',
    access: 'signed-in',
    input: ChangePasswordForm,
    output: z.object({ token: z.string(), expires_at: Time }),
    codes: [422, 429],
  }),
  getUserInfo: endpoint({
    name: 'user/getUserInfo',
    method: 'GET',
    path: '/api/user/getUserInfo',
    access: 'signed-in',
    input: Nothing,
    output: CurrentUser,
    codes: [],
  }),
} as const

export const sessionAdded = {
  logout: endpoint({
    name: 'user/logout',
    method: 'POST',
    path: '/api/user/logout',
    access: 'signed-in',
    input: Nothing,
    output: z.object({ signed_out: z.literal(true) }),
    codes: [],
    added: true,
  }),
} as const

/** Everything that a person keeps in the account, and what they have agreed to. */
export const Profile = ProfileForm.extend({
  // As they stand in the account, which may be older than the rules of the form.
  first_name: z.string(),
  last_name: z.string(),
  company: z.string(),
  school: z.string(),
  job_title: z.string(),
  country: z.string(),
  area_code: z.string(),
  phone: z.string(),
  email: z.string(),
  account_type: z.int(),
  /** The address for invoices, filled into each payment. */
  billing: Billing.partial().nullable(),
  /** The newest word on each kind. */
  consents: z.array(
    z.object({
      kind: z.enum(CONSENT_KINDS),
      given: z.boolean(),
      version: z.string().nullable(),
      at: Time,
    }),
  ),
  created_at: Time,
})
export type Profile = z.infer<typeof Profile>

/** A place where the person is signed in. */
export const SessionRow = z.object({
  id: Id,
  /** As the browser named itself; empty when it did not. */
  user_agent: z.string(),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
  is_current: z.boolean(),
})
export type SessionRow = z.infer<typeof SessionRow>

/** A browser that a juror has signed in with a code, and that is not asked for another. */
export const DeviceRow = SessionRow
export type DeviceRow = SessionRow

/** The copy of a person's data: asked for, made in the background, kept for a while. */
export const DataExport = z.object({
  status: z.enum(['none', 'preparing', 'ready', 'failed']),
  requested_at: Time.nullable(),
  ready_at: Time.nullable(),
  bytes: z.int().nullable(),
  /** Works without the token, for this file alone; null until the copy is ready. */
  url: z.string().nullable(),
  /** Until when the copy is kept. */
  expires_at: Time.nullable(),
})
export type DataExport = z.infer<typeof DataExport>

const user = addedCallsOf('user', [])

/** What a person does with the account itself. */
export const account = {
  profile: user('profile', 'GET', Nothing, Profile, { tags: ['user'] }),
  /** Billing that is left out stays as it was; null forgets it. */
  updateProfile: user(
    'updateProfile',
    'POST',
    ProfileForm.extend({ billing: Billing.partial().nullable().optional() }),
    Profile,
    { codes: [422], invalidates: ['user'] },
  ),
  /** Ends every other session; the code has been sent to the new address. */
  changeEmail: user('changeEmail', 'POST', ChangeEmailForm, z.object({ email: z.string() }), {
    codes: [410, 422, 429],
    invalidates: ['user'],
  }),
  sessions: user('sessions', 'GET', Nothing, z.array(SessionRow), { tags: ['user'] }),
  /** Ends one session, or without an identifier every session but the caller's. */
  endSessions: user(
    'endSessions',
    'POST',
    z.object({ session_id: Id.optional() }),
    z.object({ ended: z.int() }),
    { codes: [404], invalidates: ['user'] },
  ),
  /** Sends a code to the address of the account, for `stepUp`. */
  requestStepUp: user('requestStepUp', 'POST', Nothing, z.object({ resend_after: z.int() }), {
    codes: [429],
  }),
  /** Lets this session make the gravest calls until then. */
  stepUp: user('stepUp', 'POST', StepUpForm, z.object({ until: Time }), { codes: [410, 422, 429] }),
  /** Where a juror signs in without a code. */
  devices: user('devices', 'GET', Nothing, z.array(DeviceRow), { tags: ['user'] }),
  /** Asks for a code there again; without an identifier everywhere but here. */
  forgetDevices: user(
    'forgetDevices',
    'POST',
    z.object({ device_id: Id.optional() }),
    z.object({ forgotten: z.int() }),
    { codes: [404], invalidates: ['user'] },
  ),
  export: user('export', 'GET', Nothing, DataExport, { tags: ['user'] }),
  /** Begins a copy, or answers with the one that is being made. */
  requestExport: user('requestExport', 'POST', Nothing, DataExport, {
    codes: [429],
    invalidates: ['user'],
  }),
  /** Anonymises the account for good; `kept` names what the law or the archive keeps. */
  erase: user(
    'erase',
    'POST',
    EraseForm,
    z.object({
      erased: z.literal(true),
      kept: z.array(z.enum(['invoices', 'published_results', 'audit'])),
    }),
    { codes: [409, 422, 429], skipErrorHandler: true },
  ),
} as const
