import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { NODE, ROOT, run } from './processes.mjs'

/** The package manager, whose version the lockfile was written with. */
export const PNPM = 'pnpm@12.21.0'
const MARKER = path.join(ROOT, 'node_modules/.installed')
const OLDEST_NODE = [20, 19]

/** Says at once what is missing, rather than failing on syntax later. */
export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = OLDEST_NODE
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  console.error(`Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.version}.`)
  process.exit(2)
}

/** Installs what the lockfile names, unless exactly that is there already. */
export async function ensureInstalled() {
  const wanted = fingerprint()
  const there = existsSync(NODE) && existsSync(MARKER) && readFileSync(MARKER, 'utf8') === wanted
  if (there) return
  console.log('Installing the workspace …')
  const args = ['--yes', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
  const code = await run('npx', args)
  if (code !== 0) {
    console.error(
      'The installation failed. Check the network connection and run the command again.',
    )
    process.exit(code)
  }
  writeFileSync(MARKER, wanted)
}

function fingerprint() {
  const hash = createHash('sha256')
  const packages = readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => `${entry.name}/package.json`)
    .filter((file) => existsSync(path.join(ROOT, file)))
    .sort()
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...packages]) {
    hash.update(file).update(readFileSync(path.join(ROOT, file)))
  }
  return hash.digest('hex')
}
