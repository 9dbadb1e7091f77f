import { z } from 'zod'
import {
  compareSurfaces,
  describeChanges,
  forbiddenChanges,
  Schema,
  versionFor,
  type Surface,
} from './compare-surfaces.ts'

const { object, string, number } = z
const json = (schema: z.ZodType, io: 'input' | 'output') =>
  Schema.parse(JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io }))))

type Parts = { input?: z.ZodType; output?: z.ZodType; names?: string[]; path?: string }
const surface = (version: string, { input, output, names, path }: Parts = {}): Surface => ({
  version,
  modules: { '@awards/shared/ui': names ?? ['Page', 'Loader'] },
  calls: {
    'entry/list': {
      method: 'GET',
      path: path ?? '/api/entry/list',
      input: json(input ?? object({ page: number() }), 'input'),
      output: json(
        output ??
          object({
            title: string(),
            country: string(),
          }),
        'output',
      ),
    },
  },
})
const before = surface('1.2.0')
const level = (parts: Parts) => {
  const changes = compareSurfaces(before, surface('1.2.0', parts))
  return changes.map((change) => change.level).join()
}

test('equal surfaces need no other version', () => {
  expect(compareSurfaces(before, surface('1.2.0'))).toEqual([])
  expect(forbiddenChanges(before, surface('1.2.1'))).toEqual([])
})

const page = number()
const out = { title: string(), country: string() }
test.each<[string, Parts, string]>([
  ['an export is gone', { names: ['Page'] }, 'major'],
  ['an export is new', { names: ['Page', 'Loader', 'Tabs'] }, 'minor'],
  ['a call has another address', { path: '/api/entries' }, 'major'],
  ['a field of an answer is gone', { output: object({ title: string() }) }, 'major'],
  ['a field of an answer is new', { output: object({ ...out, city: string() }) }, 'minor'],
  [
    'a field of an answer may be null',
    { output: object({ ...out, title: string().nullable() }) },
    'major',
  ],
  [
    'a field of an answer may be missing',
    { output: object({ ...out, title: string().optional() }) },
    'major',
  ],
  [
    'a field of an answer has another type',
    { output: object({ ...out, title: number() }) },
    'major',
  ],
  [
    'a field of an answer has a limit',
    { output: object({ ...out, title: string().max(9) }) },
    'minor',
  ],
  ['a field has to be sent', { input: object({ page, size: number() }) }, 'major'],
  ['a field may be sent', { input: object({ page, size: number().optional() }) }, 'minor'],
  [
    'a field with a default may be sent',
    { input: object({ page, size: number().default(9) }) },
    'minor',
  ],
  ['a field is not read any more', { input: object({}) }, 'major'],
  ['a field need not be sent any more', { input: object({ page: page.optional() }) }, 'minor'],
  ['a field that is sent has a limit', { input: object({ page: page.max(9) }) }, 'major'],
  ['a field is described', { input: object({ page: page.describe('of the list') }) }, ''],
])('%s', (_what, parts, wanted) => expect(level(parts)).toBe(wanted))

test('words may come to what is sent, and go from what is answered', () => {
  const few = z.enum(['gold', 'silver'])
  const many = z.enum(['gold', 'silver', 'bronze'])
  const of = (award: z.ZodType) =>
    surface('1.2.0', { input: object({ award }), output: object({ award }) })
  const words = (from: z.ZodType, to: z.ZodType) =>
    compareSurfaces(of(from), of(to)).map((one) => one.level)
  expect(words(few, many)).toEqual(['minor', 'major'])
  expect(words(many, few)).toEqual(['major', 'minor'])
})

test('a removal needs a higher major version, an addition a higher minor one', () => {
  const removal = { names: ['Page'] }
  const addition = { names: ['Page', 'Loader', 'Tabs'] }
  const isAllowed = (parts: Parts, version: string) =>
    forbiddenChanges(before, surface(version, parts)).length === 0
  expect(['1.2.0', '1.2.1', '1.3.0', '2.0.0'].map((one) => isAllowed(addition, one))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(['1.2.1', '1.3.0', '2.0.0'].map((one) => isAllowed(removal, one))).toEqual([
    false,
    false,
    true,
  ])
})

test('what changed is told in words, with the version that it needs', () => {
  const changes = compareSurfaces(before, surface('1.3.0', { output: object({ title: string() }) }))
  expect(describeChanges(changes)).toBe('  major: call entry/list, output.country is gone')
  expect(versionFor('1.2.0', changes)).toBe('2.0.0')
})
