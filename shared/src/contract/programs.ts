import { z } from 'zod'
import {
  API_SCOPES,
  KEY_DAYS,
  KEY_NAME_LENGTH,
  WEBHOOK_EVENTS,
  WEBHOOK_NAME_LENGTH,
  type WebhookEvent,
} from '../domain/index.ts'
import {
  addedCallsOf,
  Id,
  Nothing,
  optionalOfQuery,
  PageInput,
  pageOf,
  text,
  Time,
} from './endpoint.ts'

const changes = { invalidates: ['key'], skipErrorHandler: true } as const

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
    { codes: [403, 409, 422, 429], ...changes },
  ),
  revoke: key('revoke', 'POST', z.object({ key_id: Id }), z.object({ revoked: z.boolean() }), {
    codes: [404],
    invalidates: ['key'],
  }),
} as const

const EntryData = z.object({ apply_order_id: Id, entry_no: z.string(), status: z.string() })
const PaymentData = z.object({
  order_no: z.string(),
  status: z.string(),
  amount_minor: z.int(),
  currency: z.string(),
})
const WinnerData = z.object({ apply_order_id: Id })

/** The `data` of an event: what it is about, and no more. What else there is, a call tells that asks for rights. */
export const webhookData = (name: WebhookEvent) => {
  if (name.startsWith('winner.')) return WinnerData
  return name.startsWith('entry.') ? EntryData : PaymentData
}

/** The body of a webhook (Standard Webhooks). */
export const webhookBody = (name: WebhookEvent) =>
  z.object({ type: z.literal(name), timestamp: Time, data: webhookData(name) })

const Events = z
  .array(z.enum(WEBHOOK_EVENTS, 'Choose what the program is told'))
  .min(1, 'Choose what the program is told')
  .max(WEBHOOK_EVENTS.length)

const Address = z
  .url({ protocol: /^https?$/, error: 'Give an address that begins with https://' })
  .max(500, 'Write at most 500 characters')

export const EndpointRow = z.object({
  endpoint_id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  created_at: Time,
  /** The first failure since the last success. */
  failing_since: Time.nullable(),
  stopped_at: Time.nullable(),
  /** `gone`: it answered 410; `failing`: nothing has reached it for days. */
  stop_reason: z.enum(['gone', 'failing']).nullable(),
  /** Until when the secret before signs as well. */
  exchanged_until: Time.nullable(),
  waiting: z.int(),
})
export type EndpointRow = z.infer<typeof EndpointRow>

export const DELIVERY_STATES = ['waiting', 'delivered', 'given_up'] as const

export const DeliveryRow = z.object({
  delivery_id: Id,
  /** The header `webhook-id`, the same for each try and each replay. */
  message_id: z.string(),
  type: z.string(),
  subject: z.string(),
  at: Time,
  state: z.enum(DELIVERY_STATES),
  is_replay: z.boolean(),
  next_at: Time.nullable(),
  /** The newest tries first, at most ten. */
  attempts: z.array(
    z.object({ at: Time, status: z.int().nullable(), outcome: z.string(), ms: z.int() }),
  ),
})
export type DeliveryRow = z.infer<typeof DeliveryRow>

const webhook = addedCallsOf('webhook', [])
const ById = z.object({ endpoint_id: Id })
const Wanted = z.object({
  name: text(WEBHOOK_NAME_LENGTH, 1, 'Give the address a name'),
  url: Address,
  events: Events,
})
const Done = z.object({ done: z.boolean() })

/** Addresses that are told what happens, and the log of what was sent to them. */
export const webhooks = {
  /** Endpoints, and the events that the account can hear of. */
  list: webhook(
    'list',
    'GET',
    Nothing,
    z.object({ endpoints: z.array(EndpointRow), events: z.array(z.string()) }),
    { tags: ['key'] },
  ),
  /** The secret is in this answer and nowhere else. */
  add: webhook('add', 'POST', Wanted, z.object({ endpoint_id: Id, secret: z.string() }), {
    codes: [403, 409, 422, 429],
    ...changes,
  }),
  change: webhook('change', 'POST', Wanted.extend(ById.shape), Done, {
    codes: [403, 404, 409, 422],
    ...changes,
  }),
  remove: webhook('remove', 'POST', ById, Done, { codes: [404], ...changes }),
  /** A new secret; the one before signs as well until `old_until`. */
  rotateSecret: webhook(
    'rotateSecret',
    'POST',
    ById,
    z.object({ secret: z.string(), old_until: Time }),
    { codes: [404, 409, 429], ...changes },
  ),
  /** Sends on what waits at an endpoint that was stopped. */
  resume: webhook('resume', 'POST', ById, Done, { codes: [404], ...changes }),
  /** Sends an event `webhook.test`. */
  test: webhook('test', 'POST', ById, Done, { codes: [404, 429], ...changes }),
  /** The log of an endpoint, the newest first. */
  deliveries: webhook(
    'deliveries',
    'GET',
    PageInput.extend({
      endpoint_id: Id,
      state: optionalOfQuery(z.enum(DELIVERY_STATES)),
    }),
    pageOf(DeliveryRow),
    { codes: [404], tags: ['key'] },
  ),
  /** Sends again one delivery, or what happened from one moment to another. */
  replay: webhook(
    'replay',
    'POST',
    ById.extend({ delivery_id: Id.optional(), from: Time.optional(), to: Time.optional() }),
    z.object({ queued: z.int() }),
    { codes: [404, 409, 422, 429], ...changes },
  ),
} as const
