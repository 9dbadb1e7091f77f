import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { KIT, ROOT } from './workspace.ts'

const require = createRequire(import.meta.url)
const { sourceHash } = require('../../shared/build/workspace.cjs') as {
  sourceHash(name: string): string
}
const FOLDER = join(ROOT, '.cache/types')
const MOST_LINES = 20

/**
 * Compiles the sources of a remote against the installed `shared`; returns what the compiler says, one line each, and
 * nothing for sources that compile. Sources that compiled once are not compiled again.
 */
export async function typeErrors(name: string): Promise<string[]> {
  const hash = sourceHash(name)
  const passed = join(FOLDER, `${name}.passed`)
  if (existsSync(passed) && readFileSync(passed, 'utf8') === hash) return []
  mkdirSync(FOLDER, { recursive: true })
  const project = join(FOLDER, `${name}.json`)
  const options = {
    extends: join(KIT, 'tsconfig.json'),
    compilerOptions: { tsBuildInfoFile: `./${name}.tsbuildinfo` },
    include: [`../../${name}/src`, join(KIT, 'shared/src/*.d.ts')],
    exclude: ['../../**/*.test.ts', '../../**/*.test.tsx'],
  }
  writeFileSync(project, JSON.stringify(options))
  const compiler = require.resolve('typescript/bin/tsc')
  const { code, output } = await capture(process.execPath, [
    compiler,
    '-p',
    project,
    '--pretty',
    'false',
  ])
  if (code === 0) {
    writeFileSync(passed, hash)
    return []
  }
  return output.split('\n').filter(Boolean).slice(0, MOST_LINES)
}

const capture = (
  program: string,
  args: readonly string[],
): Promise<{ code: number; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: ROOT })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
