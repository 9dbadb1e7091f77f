import semver from 'semver'
import { compareSchemas } from './compare-schemas.ts'
import type { Kind } from './compare-schemas.ts'
import type { Call, Surface } from './surface.ts'

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
