import semver from 'semver'
import { z } from 'zod'

export const Schema = z.record(z.string(), z.unknown())
export type Schema = z.infer<typeof Schema>

const Call = z.object({ method: z.string(), path: z.string(), input: Schema, output: Schema })
export type Call = z.infer<typeof Call>

/** API surface of a version of `@awards/shared`: exports of its modules, and the schemas of the API's calls. */
export const Surface = z.object({
  version: z.string(),
  modules: z.record(z.string(), z.array(z.string())),
  calls: z.record(z.string(), Call),
})
export type Surface = z.infer<typeof Surface>

/**
 * How the values that a schema admits have changed. `narrower`: some are refused now; `wider`: there are
 * new ones; `other`: neither can be told; `added`: a field that may be missing; `required`: a new field
 * that has to be there; `removed`: a field less.
 */
export type Kind = 'narrower' | 'wider' | 'other' | 'added' | 'required' | 'removed'
export type Difference = { readonly at: string; readonly kind: Kind }

const IGNORED = new Set(['description', 'title', 'default', 'examples', 'id', 'deprecated'])
const UPPER = new Set(['maximum', 'maxLength', 'maxItems', 'exclusiveMaximum', 'maxProperties'])
const LOWER = new Set(['minimum', 'minLength', 'minItems', 'exclusiveMinimum', 'minProperties'])
const NESTED = new Set(['items', 'additionalProperties', 'propertyNames', 'not', 'contains'])

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const asSchema = (value: unknown): Schema => (isSchema(value) ? value : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The same text for equal values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isSchema(value)) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, one]) => `${key}:${canonical(one)}`).join()}}`
}

function compareFields(before: Schema, after: Schema, at: string): Difference[] {
  const [old, now] = [asSchema(before['properties']), asSchema(after['properties'])]
  const wasRequired = new Set(asList(before['required']))
  const isRequired = new Set(asList(after['required']))
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((name): Difference[] => {
    const here = `${at}.${name}`
    if (!(name in now)) return [{ at: here, kind: 'removed' }]
    if (!(name in old)) return [{ at: here, kind: isRequired.has(name) ? 'required' : 'added' }]
    const inside = compareSchemas(asSchema(old[name]), asSchema(now[name]), here)
    if (wasRequired.has(name) === isRequired.has(name)) return inside
    return [{ at: here, kind: isRequired.has(name) ? 'narrower' : 'wider' }, ...inside]
  })
}

/** Values or alternatives, of which some have come and some have gone. */
function compareChoices(before: unknown[], after: unknown[], at: string): Difference[] {
  const old = new Map(before.map((one) => [canonical(one), one]))
  const now = new Map(after.map((one) => [canonical(one), one]))
  const gone = [...old].filter(([key]) => !now.has(key)).map(([, one]) => one)
  const come = [...now].filter(([key]) => !old.has(key)).map(([, one]) => one)
  if (gone.length === come.length && [...gone, ...come].every(isSchema)) {
    return gone.flatMap((one, index) => compareSchemas(asSchema(one), asSchema(come[index]), at))
  }
  return [
    ...(gone.length > 0 ? [{ at, kind: 'narrower' } as const] : []),
    ...(come.length > 0 ? [{ at, kind: 'wider' } as const] : []),
  ]
}

/** A limit that is there on one side alone, or has another value. */
function compareLimit(key: string, before: unknown, after: unknown, at: string): Difference[] {
  if (after === undefined) return [{ at, kind: 'wider' }]
  if (before === undefined) return [{ at, kind: 'narrower' }]
  const isHigher = Number(after) > Number(before)
  return [{ at, kind: isHigher === UPPER.has(key) ? 'wider' : 'narrower' }]
}

function compareNested(before: unknown, after: unknown, at: string): Difference[] {
  if (isSchema(before) && isSchema(after)) return compareSchemas(before, after, at)
  const [isOpen, stays] = [before ?? true, after ?? true]
  if (isOpen === stays) return []
  if (stays === false) return [{ at, kind: 'narrower' }]
  return [{ at, kind: isOpen === false ? 'wider' : 'other' }]
}

function compareKeyword(key: string, before: unknown, after: unknown, at: string): Difference[] {
  if (canonical(before) === canonical(after)) return []
  if (key === 'enum' || key === 'anyOf' || key === 'oneOf') {
    if (Array.isArray(before) && Array.isArray(after)) return compareChoices(before, after, at)
    return [{ at, kind: 'other' }]
  }
  if (NESTED.has(key)) return compareNested(before, after, `${at}[]`)
  if (UPPER.has(key) || LOWER.has(key)) return compareLimit(key, before, after, at)
  if (key === 'type' && before === 'integer' && after === 'number') return [{ at, kind: 'wider' }]
  if (key === 'type' && before === 'number' && after === 'integer')
    return [{ at, kind: 'narrower' }]
  if (key === 'pattern' || key === 'format') {
    if (after === undefined) return [{ at, kind: 'wider' }]
    if (before === undefined) return [{ at, kind: 'narrower' }]
  }
  return [{ at, kind: 'other' }]
}

/** Everything that differs between two JSON schemas, by its place. */
function compareSchemas(before: Schema, after: Schema, at = ''): Difference[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  const others = [...keys].filter(
    (key) => !IGNORED.has(key) && key !== 'properties' && key !== 'required',
  )
  return [
    ...compareFields(before, after, at),
    ...others.flatMap((key) => compareKeyword(key, before[key], after[key], at)),
  ]
}

export type Level = 'major' | 'minor'
export type Change = { readonly level: Level; readonly what: string }

/** What is sent may become more, what is answered may become less; a new field is no harm to a reader. */
const LEVELS: Record<'input' | 'output', Record<Kind, Level>> = {
  input: {
    narrower: 'major',
    wider: 'minor',
    other: 'major',
    added: 'minor',
    required: 'major',
    removed: 'major',
  },
  output: {
    narrower: 'minor',
    wider: 'major',
    other: 'major',
    added: 'minor',
    required: 'minor',
    removed: 'major',
  },
}
const WORDS: Record<Kind, string> = {
  narrower: 'admits less',
  wider: 'admits more',
  other: 'is another one',
  added: 'is new',
  required: 'is new and has to be there',
  removed: 'is gone',
}

function compareNames(
  before: readonly string[],
  after: readonly string[],
  of: (name: string) => string,
): Change[] {
  return [
    ...before
      .filter((name) => !after.includes(name))
      .map((name) => ({ level: 'major', what: `${of(name)} is gone` }) as const),
    ...after
      .filter((name) => !before.includes(name))
      .map((name) => ({ level: 'minor', what: `${of(name)} is new` }) as const),
  ]
}

function compareCalls(name: string, before: Call, after: Call): Change[] {
  const address = ({ method, path }: Call) => `${method} ${path}`
  const moved: Change[] =
    address(before) === address(after)
      ? []
      : [{ level: 'major', what: `call ${name} is ${address(after)} now` }]
  const schemas = (['input', 'output'] as const).flatMap((side) =>
    compareSchemas(before[side], after[side]).map(({ at, kind }) => ({
      level: LEVELS[side][kind],
      what: `call ${name}, ${side}${at} ${WORDS[kind]}`,
    })),
  )
  return [...moved, ...schemas]
}

/** Everything in which a surface differs from an earlier one, with the version that each asks for. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  const modules = Object.keys(before.modules)
    .filter((key) => key in after.modules)
    .flatMap((key) =>
      compareNames(
        before.modules[key] ?? [],
        after.modules[key] ?? [],
        (name) => `${name} of ${key}`,
      ),
    )
  const calls = Object.entries(before.calls).flatMap(([name, call]) => {
    const now = after.calls[name]
    return now ? compareCalls(name, call, now) : []
  })
  return [
    ...compareNames(Object.keys(before.modules), Object.keys(after.modules), (key) => key),
    ...modules,
    ...compareNames(Object.keys(before.calls), Object.keys(after.calls), (key) => `call ${key}`),
    ...calls,
  ]
}

const isEnough = (level: Level, before: string, after: string) =>
  level === 'major'
    ? semver.major(after) > semver.major(before)
    : semver.gt(after, before) && semver.diff(after, before) !== 'patch'

/** The changes that the new version number does not allow. */
export const forbiddenChanges = (before: Surface, after: Surface): Change[] =>
  compareSurfaces(before, after).filter(
    ({ level }) => !isEnough(level, before.version, after.version),
  )

/** The lowest version that allows the changes. */
export function versionFor(before: string, changes: readonly Change[]): string {
  const level = changes.some((change) => change.level === 'major') ? 'major' : 'minor'
  return semver.inc(before, level) ?? before
}

export const describeChanges = (changes: readonly Change[]) =>
  changes.map(({ level, what }) => `  ${level}: ${what}`).join('\n')
