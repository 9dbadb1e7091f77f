import { z } from 'zod'
import type { Endpoint } from '@awards/shared/contract'

type JsonSchema = {
  type?: string
  minimum?: number
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  allOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** A field of a call by its path; a list is its first row. */
export type Field = { readonly path: readonly string[]; readonly schema: JsonSchema }

function* fieldsOf(schema: JsonSchema, path: readonly string[]): Generator<Field> {
  yield { path, schema }
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    yield* fieldsOf(part, [...path, name])
  }
  if (schema.items) yield* fieldsOf(schema.items, [...path, '0'])
  if (typeof schema.additionalProperties === 'object') {
    yield* fieldsOf(schema.additionalProperties, [...path, '*'])
  }
  for (const choice of [schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) => list ?? [])) {
    yield* fieldsOf(choice, path)
  }
}

const walk = (schema: z.ZodType): Field[] => [
  ...fieldsOf(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema, []),
]

/** Input fields of a call. */
export const inputFields = ({ input }: Endpoint): Field[] => walk(input)

/** Output fields of a call. */
export const outputFields = ({ output }: Endpoint): Field[] => walk(output)

/** An input with only `value` at `path`. */
export const inputWith = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), value)
