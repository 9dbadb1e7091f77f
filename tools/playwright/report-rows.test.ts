import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readRunReports, type Row } from '../testing/run-report.ts'

const PLAYWRIGHT = createRequire(import.meta.url).resolve('@playwright/test/cli')

const brief = ({ title, status, attempts, proves: ids }: Row) => [title, status, attempts, ids]

test('a report has each test with its full title, its result and what it proves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'proofs-'))
  const args = [
    PLAYWRIGHT,
    'test',
    '--config',
    'fixture.config.ts',
    '--output',
    join(folder, 'out'),
  ]
  const env = {
    ...process.env,
    AWARDS_REPORTS: folder,
    AWARDS_REPORT: 'fixture',
    PW_DISABLE_TS_ESM: '1',
    JEST_WORKER_ID: undefined,
  }
  const options = { cwd: import.meta.dirname, env }
  try {
    const said = await new Promise((ended) =>
      execFile(process.execPath, args, options, (_error, stdout, stderr) => ended(stdout + stderr)),
    )
    const [report] = readRunReports(folder)
    expect(report?.rows.map(brief) ?? said).toEqual([
      ['proves two things', 'passed', 1, ['call a', 'call b']],
      ['a group › inside', 'passed', 1, ['group', 'call a']],
      ['once › says so, and fails', 'failed', 1, ['call c']],
      ['passes at its second try', 'passed', 2, ['call d']],
      ['in the full run', 'full-only', 0, ['call f']],
    ])
    expect(report?.runner).toBe('playwright')
    expect(report?.rows[0]?.file).toBe('tools/playwright/rows.fixture.ts')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
