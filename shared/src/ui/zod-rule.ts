import { clientHost } from '@awards/shared/client'
import type { FormRule } from 'antd'
import type { z } from 'zod'

const NAMED = new Set(['string', 'number', 'boolean'])

/** An antd form keeps an untouched field as undefined or '', which an optional field allows. */
const emptyAsMissing = (value: unknown) => (value === '' || value === null ? undefined : value)

const acceptsNothing = (schema: z.ZodType) => schema.safeParse(undefined).success

/**
 * A rule of antd's Form from the schema that the server uses too:
 * `<Form.Item name="email" rules={[zodRule(LoginForm.shape.email)]}>`.
 */
export function zodRule(schema: z.ZodType): FormRule {
  return {
    required: !acceptsNothing(schema),
    validator: async (_rule: unknown, value: unknown) => {
      const input = NAMED.has(typeof value) && value !== '' ? value : emptyAsMissing(value)
      const result = schema.safeParse(input)
      if (result.success) return
      throw new Error(clientHost().translate(result.error.issues[0]?.message ?? ''))
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
