import type { z } from 'zod'
import type { FieldMessages } from '@awards/shared/contract'
import { BusinessError } from './business-error.ts'

const DEPTH_LIMIT = 32
const NUL_MESSAGE = 'This text has a character that cannot be stored. Please type it again.'

/** Parses an input; throws a 422 with all messages by field, or a 400 if it is nested too deeply. */
export function readInput<S extends z.ZodType>(schema: S, sent: unknown): z.output<S> {
  const fields: FieldMessages = {}
  rejectNul(sent, [], fields)
  const parsed = schema.safeParse(sent)
  if (!parsed.success) collect(parsed.error, fields)
  if (!parsed.success || Object.keys(fields).length > 0) throw new BusinessError(422, fields)
  return parsed.data
}

/** Messages of a zod error by dotted path, for instance `designers.0.name`. */
export function fieldMessages(error: z.ZodError): FieldMessages {
  const fields: FieldMessages = {}
  collect(error, fields)
  return fields
}

function collect(error: z.ZodError, fields: FieldMessages) {
  for (const issue of error.issues) addMessage(fields, issue.path, issue.message)
}

function addMessage(fields: FieldMessages, path: readonly PropertyKey[], message: string) {
  const key = path.map(String).join('.') || 'form'
  const messages = Object.hasOwn(fields, key) ? (fields[key] ?? []) : []
  if (!messages.includes(message)) fields[key] = [...messages, message]
}

// PostgreSQL cannot store NUL, nor a lone surrogate in JSON; without this check a text with %00 would be a 500.
function rejectNul(value: unknown, path: readonly string[], fields: FieldMessages) {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) addMessage(fields, path, NUL_MESSAGE)
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length >= DEPTH_LIMIT) {
    throw new BusinessError(400, 'The request is nested too deeply. Please reload and try again.')
  }
  for (const [key, part] of Object.entries(value)) rejectNul(part, [...path, key], fields)
}
