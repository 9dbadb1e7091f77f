import path from 'node:path'
import { NODE, QUIET, ROOT, run } from '../run/processes.mjs'

const JEST = path.join(ROOT, 'node_modules/jest/bin/jest.js')
const PLAYWRIGHT = path.join(ROOT, 'e2e/node_modules/@playwright/test/cli.js')

/** The jest project that a test file belongs to. */
function projectOf(file: string) {
  if (file.endsWith('.api.test.ts')) return 'api'
  return /^(api|platform|simulators|tools|programme|bench|ops|deploy)\//.test(file)
    ? 'node'
    : 'unit'
}

type Options = {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly onOutput?: (chunk: Buffer) => void
}

/** Runs one test file of the workspace in `cwd`; returns the exit code. */
export function runTest(file: string, { cwd = ROOT, env = {}, onOutput }: Options = {}) {
  const options = { env, ...(onOutput && { onOutput }) }
  if (file.endsWith('.browser.test.ts')) {
    const args = [
      ...QUIET,
      PLAYWRIGHT,
      'test',
      '--project=chromium',
      path.relative('e2e/src', file),
    ]
    return run(NODE, args, {
      ...options,
      cwd: path.join(cwd, 'e2e'),
      env: { PW_DISABLE_TS_ESM: '1', ...env },
    })
  }
  const args = [
    '--experimental-vm-modules',
    ...QUIET,
    JEST,
    '--rootDir',
    cwd,
    '--selectProjects',
    projectOf(file),
    '--reporters',
    'default',
    '--runInBand',
    '--forceExit',
    '--runTestsByPath',
    path.join(cwd, file),
  ]
  return run(NODE, args, { ...options, cwd })
}
