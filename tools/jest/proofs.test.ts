import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from 'jest'
import { readRunReports, ROOT, type Row } from '../testing/run-report.ts'
import { joinRows } from './rows-reporter.ts'
import type { Scale } from '../testing/scale.ts'

/** Runs the fixture in a jest of its own, set up as for the tests of the tree; gives the rows of its report. */
async function rowsOf(scale: Scale): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
  const config: Config = (await import(join(ROOT, 'jest.config.mjs'))).default
  const projects = config.projects?.filter((one) => typeof one !== 'string')
  const project = projects?.find(({ displayName }) => displayName === 'node')
  const fixture = { ...project, testMatch: ['<rootDir>/tools/jest/proofs.fixture.ts'] }
  const own = JSON.stringify({ rootDir: ROOT, reporters: config.reporters?.slice(1), ...fixture })
  const args = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--config', own]
  const env = { ...process.env, AWARDS_REPORTS: folder, AWARDS_REPORT: 'fixture', SCALE: scale }
  try {
    await new Promise((ended) => execFile(process.execPath, args, { cwd: ROOT, env }, ended))
    return readRunReports(folder).flatMap(({ rows }) => rows)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const brief = ({ title, status, attempts, proves: ids }: Row) => [title, status, attempts, ids]

test('a report has each test with its full title, its result and what it proves', async () => {
  const rows = await rowsOf('core')
  expect(new Set(rows.map(({ file }) => file))).toEqual(new Set(['tools/jest/proofs.fixture.ts']))
  expect(rows.map(brief)).toEqual([
    ['proves two things', 'passed', 1, ['call a', 'call b']],
    ['one is 1', 'passed', 1, ['number one']],
    ['two is 2', 'passed', 1, ['number two']],
    ['a group › first', 'passed', 1, ['group']],
    ['a group › second', 'passed', 1, ['group', 'call a']],
    ['says so, and fails', 'failed', 2, ['call c']],
    ['passes at its second try', 'passed', 2, ['call d']],
    ['twice', 'passed', 1, []],
    ['twice', 'failed', 2, ['call e']],
  ])
})

test('the full run tries nothing twice', async () => {
  const rows = await rowsOf('full')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.map(({ attempts }) => attempts)).toEqual(rows.map(() => 1))
})

test('a file that could not be run is a failed row', () => {
  const testFilePath = join(ROOT, 'api/broken.test.ts')
  const [row] = joinRows([{ testFilePath, testExecError: new Error(), testResults: [] }], [])
  expect(row).toMatchObject({ file: 'api/broken.test.ts', status: 'failed', proves: [] })
})

test('proves() outside of a test says where it belongs', () => {
  const { currentTestName } = expect.getState()
  expect.setState({ currentTestName: undefined })
  try {
    expect(() => proves('call a')).toThrow('Call proves(call a) inside a test')
  } finally {
    expect.setState({ currentTestName })
  }
})
