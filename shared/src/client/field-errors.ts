import { clientHost } from './client-host.ts'
import { failureOf } from './failure.ts'

type FieldError = { name: (string | number)[]; errors: string[] }

const segment = (part: string) => (/^\d+$/.test(part) ? Number(part) : part)

/**
 * The messages of a 422 for antd's `form.setFields(fieldErrors(error))`; the server's dotted names
 * (`designers.0.name`) become paths. Empty for any other error.
 */
export function fieldErrors(error: unknown): FieldError[] {
  const failure = failureOf(error)
  if (failure.kind !== 'business' || typeof failure.msg === 'string') return []
  return Object.entries(failure.msg).map(([name, errors]) => ({
    name: name.split('.').map(segment),
    errors: errors.map((message) => clientHost().translate(message)),
  }))
}
