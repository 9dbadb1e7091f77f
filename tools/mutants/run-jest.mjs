import path from 'node:path'
import { NODE, ROOT, run } from '../run/processes.mjs'

/** The jest project that a test file belongs to. */
export function projectOf(file) {
  if (file.endsWith('.api.test.ts')) return 'api'
  if (file.endsWith('.browser.test.ts')) return 'browser'
  return /^(api|simulators|tools|programme|bench)\//.test(file) ? 'node' : 'unit'
}

/** Runs one test file; `cwd` is a copy of the workspace. Resolves with the exit code. */
export const runJest = (file, { cwd = ROOT, env = {}, onOutput } = {}) =>
  run(
    NODE,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      path.join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...['--rootDir', cwd, '--selectProjects', projectOf(file), '--reporters', 'default'],
      ...['--runInBand', '--runTestsByPath', path.join(cwd, file)],
    ],
    { cwd, env, ...(onOutput && { onOutput }) },
  )
