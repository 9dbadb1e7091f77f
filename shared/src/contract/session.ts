import { z } from 'zod'
import {
  CAPABILITIES,
  ChangePasswordForm,
  IDENTITIES,
  LANGUAGES,
  LoginForm,
  RegisterForm,
  ResetPasswordForm,
  VerifyCodeForm,
} from '../domain/index.ts'
import { endpoint, Nothing } from './endpoint.ts'
import { Id, Time } from './values.ts'

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
})
export type CurrentUser = z.infer<typeof CurrentUser>

const SignedIn = z.object({ token: z.string(), expires_at: Time, user: CurrentUser })

/** Account calls of every visitor. */
export const session = {
  login: endpoint({
    name: 'user/login',
    method: 'POST',
    path: '/api/user/login',
    access: 'public',
    input: LoginForm,
    output: SignedIn,
    codes: [422, 429],
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
