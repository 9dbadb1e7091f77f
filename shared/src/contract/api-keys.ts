import { z } from 'zod'
import { API_SCOPES, KEY_DAYS, KEY_NAME_LENGTH } from '../domain/index.ts'
import { addedCallsOf, Nothing } from './endpoint.ts'
import { Id, text, Time } from './values.ts'

const Scope = z.enum(API_SCOPES, 'Choose what the key may do')

export const KeyRow = z.object({
  key_id: Id,
  name: z.string(),
  /** The first characters of the key; the rest is shown once. */
  prefix: z.string(),
  scopes: z.array(z.string()),
  created_at: Time,
  expires_at: Time,
  /** By the hour. */
  last_used_at: Time.nullable(),
  revoked_at: Time.nullable(),
})
export type KeyRow = z.infer<typeof KeyRow>

const key = addedCallsOf('key', [])

/** Keys with which programs call in the name of the account: `Authorization: Bearer <key>`. */
export const apiKeys = {
  /** Keys of the last year with the scopes that the account can give, the newest first. */
  list: key('list', 'GET', Nothing, z.object({ keys: z.array(KeyRow), scopes: z.array(Scope) }), {
    tags: ['key'],
  }),
  /** The key itself is in this answer and nowhere else. */
  make: key(
    'make',
    'POST',
    z.object({
      name: text(KEY_NAME_LENGTH, 1, 'Give the key a name'),
      scopes: z.array(Scope).min(1, 'Choose what the key may do').max(API_SCOPES.length),
      days: z.literal(KEY_DAYS, 'Choose how long the key works'),
    }),
    z.object({ key_id: Id, key: z.string(), expires_at: Time }),
    { codes: [403, 409, 422, 429], invalidates: ['key'], skipErrorHandler: true },
  ),
  revoke: key('revoke', 'POST', z.object({ key_id: Id }), z.object({ revoked: z.boolean() }), {
    codes: [404],
    invalidates: ['key'],
  }),
} as const
