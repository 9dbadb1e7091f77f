import path from 'node:path'
import { NODE, ROOT, run } from '../run/processes.mjs'

/** Runs the property test of the money; `cwd` is a copy of the workspace. Resolves with the exit code. */
export const runJest = (env, { cwd = ROOT, onOutput } = {}) =>
  run(
    NODE,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON',
      path.join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...['--rootDir', cwd, '--selectProjects', 'api', '--reporters', 'default'],
      ...['--testPathPatterns', 'payment-core.property'],
    ],
    { cwd, env, ...(onOutput && { onOutput }) },
  )
