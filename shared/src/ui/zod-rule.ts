import { clientHost } from '@awards/shared/client'
import type { FormRule } from 'antd'
import type { z } from 'zod'

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''

function check(schema: z.ZodType, value: unknown): string | undefined {
  const missing = schema.safeParse(isEmpty(value) ? undefined : value)
  if (missing.success) return undefined
  // A text field says what it wants of an empty text, not of a missing one.
  const result = isEmpty(value) && !schema.safeParse('').success ? schema.safeParse('') : missing
  const issues = [...missing.error.issues, ...(result.error?.issues ?? [])]
  return (issues.find(({ message }) => !message.startsWith('Invalid input')) ?? issues[0])?.message
}

/**
 * What a schema says of the value of a field, in the language on screen; undefined where it is right. A form keeps an
 * untouched field as undefined or '', which an optional field allows.
 */
export function zodMessage(schema: z.ZodType, value: unknown): string | undefined {
  const message = check(schema, value)
  return message && clientHost().translate(message)
}

const acceptsNothing = (schema: z.ZodType) => schema.safeParse(undefined).success

/**
 * A rule of antd's Form from the schema that the server uses too:
 * `<Form.Item name="email" rules={[zodRule(LoginForm.shape.email)]}>`.
 */
export function zodRule(schema: z.ZodType): FormRule {
  return {
    required: !acceptsNothing(schema),
    validator: async (_rule: unknown, value: unknown) => {
      const message = zodMessage(schema, value)
      if (message) throw new Error(message)
    },
  }
}

/**
 * The messages of a whole form, for rules that look at several fields; feed them to
 * `form.setFields`. Empty when the values are right.
 */
export function zodFieldErrors(schema: z.ZodType, values: unknown) {
  const result = schema.safeParse(values)
  if (result.success) return []
  return result.error.issues.map((issue) => ({
    name: issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    errors: [clientHost().translate(issue.message)],
  }))
}
