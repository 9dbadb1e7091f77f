import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MUTANTS } from '../security/mutants.ts'
import type { Row, RunReport } from '../testing/run-report.ts'
import {
  checkConformance,
  conformanceOf,
  problemsOf,
  summaryOf,
  type Claim,
} from './conformance.ts'
import { LISTS } from './lists.ts'

const NOTHING = {
  calls: [],
  routes: [],
  errors: [],
  constants: [],
  stories: [],
  scenarios: [],
  security: [],
  accessibility: [],
}

const lists = {
  ...NOTHING,
  calls: [{ id: 'call a', text: 'GET /a' }],
  routes: [
    { id: 'route /', text: '/' },
    { id: 'route *', text: 'any other' },
  ],
}

const row = (proves: string[], more: Partial<Row> = {}): Row => ({
  file: 'api/a.test.ts',
  title: 'shows it',
  status: 'passed',
  attempts: 1,
  ms: 1,
  proves,
  ...more,
})

const ROUTES = ['route /', 'route *']

const ALL = row(['call a', ...ROUTES])

const stateOf = (rows: Row[]) =>
  conformanceOf(rows, lists).calls.map(({ status, proof }) => ({
    status,
    proof: proof.map(({ title }) => title),
  }))

function problems(rows: Row[], { isFull = false, claims = [] as Claim[] } = {}) {
  return problemsOf(conformanceOf(rows, lists), { rows, isFull, claims })
}

test('a test that passed proves what it names, and nothing else', () => {
  expect(problems([ALL])).toEqual([])
  const [first, second] = conformanceOf([row(['route *'])], lists).routes
  expect([first?.status, second?.status]).toEqual(['missing', 'passed'])
})

test('each test that proves a row is in it once, whatever runs it was in', () => {
  const other = row(['call a'], { title: 'shows it too' })
  expect(stateOf([ALL, ALL, other])).toEqual([
    { status: 'passed', proof: ['shows it', 'shows it too'] },
  ])
})

test('a row without a test is missing, and named', () => {
  expect(stateOf([row(ROUTES)])).toEqual([{ status: 'missing', proof: [] }])
  expect(problems([row(ROUTES)])).toEqual([
    "call a (GET /a): no test proves it. Call proves('call a') in the test that shows it.",
  ])
})

test('a test that failed proves nothing, and is named', () => {
  const rows = [row(ROUTES), row(['call a'], { status: 'failed', title: 'fails' })]
  expect(stateOf(rows)).toEqual([{ status: 'failed', proof: [] }])
  expect(problems(rows)).toEqual(['call a (GET /a): its test failed, api/a.test.ts: fails'])
})

test('a test that failed in one of its runs has failed', () => {
  expect(stateOf([ALL, { ...ALL, status: 'failed' }])).toEqual([{ status: 'failed', proof: [] }])
  expect(stateOf([{ ...ALL, status: 'failed' }, ALL])).toEqual([{ status: 'failed', proof: [] }])
})

test('what the full run proves is enough for the core run, but not for the full run', () => {
  const rows = [row(ROUTES), row(['call a'], { status: 'full-only', title: 'at length' })]
  expect(stateOf(rows)).toEqual([{ status: 'full-only', proof: ['at length'] }])
  expect(problems(rows)).toEqual([])
  expect(problems(rows, { isFull: true })).toEqual([
    'call a (GET /a): the full run left its tests out. Run them with SCALE=full.',
  ])
})

test('an id that is in no list is named', () => {
  expect(problems([ALL, row(['call b', 'call *'], { title: 'guesses' })])).toEqual([
    'api/a.test.ts: guesses proves “call b”, which is in no list of tools/conformance.',
    'api/a.test.ts: guesses proves “call *”, which is in no list of tools/conformance.',
  ])
})

test('a mutant’s test file has to prove its check', () => {
  const security = [{ id: 'security 7', text: 'A line break adds nothing' }]
  const claim = { check: 7, name: 'a line break stays', test: 'api/a.test.ts' }
  const told = (proof: Row) =>
    problemsOf(conformanceOf([proof], { ...NOTHING, security }), {
      rows: [proof],
      isFull: false,
      claims: [claim],
    })
  expect(told(row(['security 7']))).toEqual([])
  expect(told(row(['security 7'], { file: 'api/b.test.ts' }))).toEqual([
    'The mutant “a line break stays” names api/a.test.ts, where no test that passed proves security 7.',
  ])
})

test('the summary counts each list', () => {
  const rows = [row(['route /']), row(['call a'], { status: 'full-only' })]
  expect(summaryOf(conformanceOf(rows, lists)).slice(0, 3)).toEqual([
    'calls 0 of 1, 1 in the full run only',
    'routes 1 of 2',
    'errors 0 of 0',
  ])
})

test('the lists are those of the specification, the programme and the platform', () => {
  const sizes = Object.entries(LISTS).map(([name, items]) => [name, items.length])
  expect(Object.fromEntries(sizes)).toMatchObject({
    routes: 17,
    errors: 9,
    constants: 14,
    stories: 52,
    scenarios: 38,
    security: 63,
    accessibility: 29,
  })
  const ids = Object.values(LISTS).flatMap((items) => items.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

describe('the check of a run', () => {
  let results: string
  beforeEach(() => {
    results = mkdtempSync(join(tmpdir(), 'conformance-'))
  })
  afterEach(() => rmSync(results, { recursive: true }))

  function check(...reports: RunReport[]) {
    mkdirSync(join(results, 'runs'))
    reports.forEach((report, index) =>
      writeFileSync(join(results, 'runs', `${index}.json`), JSON.stringify(report)),
    )
    const said: string[] = []
    return { code: checkConformance(results, (line) => said.push(line)), said }
  }

  const ids = Object.values(LISTS).flatMap((items) => items.map(({ id }) => id))
  const everything = [
    row(ids),
    ...MUTANTS.map(({ check: number, test: file }) => row([`security ${number}`], { file })),
  ]

  test('succeeds when everything is proven, and leaves the proofs in a file', () => {
    const { code, said } = check({ runner: 'jest', scale: 'core', rows: everything })
    expect([code, said.length]).toEqual([0, Object.keys(LISTS).length])
    const { stories } = JSON.parse(readFileSync(join(results, 'conformance.json'), 'utf8'))
    expect(stories[0]).toEqual({
      id: 'story S01',
      text: 'A visitor finds a winner and verifies its certificate',
      proof: [{ file: 'api/a.test.ts', title: 'shows it' }],
      status: 'passed',
    })
  })

  test('fails when something is missing, of all reports together', () => {
    const half = [row(ids.filter((id) => id !== 'story S03')), ...everything.slice(1)]
    const { code, said } = check(
      { runner: 'jest', scale: 'core', rows: half },
      { runner: 'playwright', scale: 'core', rows: [] },
    )
    expect(code).toBe(1)
    expect(said.slice(Object.keys(LISTS).length)).toEqual([expect.stringContaining('story S03')])
  })

  test('fails in the full run on what was left out', () => {
    const left = everything.map((one) => ({ ...one, status: 'full-only' as const }))
    expect(check({ runner: 'jest', scale: 'full', rows: left }).code).toBe(1)
  })

  test('fails without a report, and says what writes one', () => {
    const { code, said } = check()
    expect([code, said]).toEqual([1, [expect.stringContaining('Run npm test')]])
  })
})
