// Builds the shell and all remotes, two at a time; a package whose sources did not change since
// its last build is left alone. Usage: node tools/build.mjs [package …] [--force]
// MFE_VERSION=1.5.0 gives one remote's build a version of its own; the next start does not deploy it.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

const require = createRequire(path.resolve(import.meta.dirname, '../shared/package.json'))
const { releaseVersion } = require('./build/release-facts.cjs')
const { writeRemotePages } = require('./build/remote-pages.cjs')
const { releaseHash } = require('./build/release-inputs.cjs')
const {
  HOST,
  KIT,
  REMOTES,
  ROOT,
  SHARED,
  installedFolder,
  sourceFiles,
  sourceHash,
} = require('./build/workspace.cjs')

const AT_ONCE = 2
const KEPT_VERSIONS = 3
const KEPT_DAYS = 7
const DIST = path.join(ROOT, 'dist')
const RECORDS = path.join(DIST, '.builds')

const force = process.argv.includes('--force')
const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unknown = asked.filter((name) => ![HOST, ...REMOTES].includes(name))
if (unknown.length > 0) {
  console.error(
    `There is no package ${unknown.join(', ')}; give one of ${[HOST, ...REMOTES].join(', ')}.`,
  )
  process.exit(2)
}

if (process.env.MFE_VERSION && (asked.length !== 1 || asked[0] === HOST)) {
  console.error('MFE_VERSION is the version of one remote; name the remote to build.')
  process.exit(2)
}

if (ROOT === KIT && writeRemotePages())
  console.log('The pages of the remotes have changed: shared/src/domain is brought up to date.')

/** The version that the next start deploys. */
function seededVersion(name) {
  const file = path.join(DIST, 'mfe', name, 'release.json')
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).version : undefined
}

/** Is the result of the last build, of these very sources, still there? */
function isBuilt(name, hash) {
  const record = path.join(RECORDS, name)
  if (!fs.existsSync(record) || fs.readFileSync(record, 'utf8') !== hash) return false
  if (name === HOST) return fs.existsSync(path.join(DIST, HOST, 'shell-release.json'))
  const version = releaseVersion(name, hash)
  const manifest = path.join(DIST, 'mfe', name, version, 'mf-manifest.json')
  return fs.existsSync(manifest) && seededVersion(name) === version
}

/** Tabs that are open keep asking for the version they began with, so some old ones stay. */
function removeOldVersions(name) {
  const folder = path.join(DIST, 'mfe', name)
  const seeded = seededVersion(name)
  const versions = fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== seeded)
    .map((entry) => path.join(folder, entry.name))
    .sort((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)
  for (const old of versions.slice(KEPT_VERSIONS - 1)) fs.rmSync(old, { recursive: true })
}

/** The same for the shell, whose files carry their hash in their name. */
function removeOldShellFiles() {
  const folder = path.join(DIST, HOST)
  const assets = JSON.parse(fs.readFileSync(path.join(folder, 'route-assets.json'), 'utf8'))
  const limit = Date.now() - KEPT_DAYS * 86_400_000
  for (const kind of ['js', 'css']) {
    for (const name of fs.readdirSync(path.join(folder, kind))) {
      const file = path.join(folder, kind, name)
      const isNamed = assets.integrity[`${kind}/${name.replace(/\.br$/, '')}`]
      if (!isNamed && fs.statSync(file).mtimeMs < limit) fs.rmSync(file)
    }
  }
}

function runWebpack(name) {
  const folder = path.join(ROOT, name)
  const cli = path.join(installedFolder(folder, 'webpack-cli'), 'bin/cli.js')
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(process.execPath, [cli, '--mode', 'production'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** The release of before may be of an older `shared`, of which it uses nothing that changed. */
async function renewSurface(name, version) {
  const { surfaceBytes } = await import('../shared/build/surface.ts')
  const file = path.join(DIST, 'mfe', name, version, 'surface.json.gz')
  fs.writeFileSync(file, await surfaceBytes(KIT, sourceFiles(SHARED)))
}

async function build(name) {
  const hash = name === HOST ? sourceHash(name) : releaseHash(name)
  if (!force && isBuilt(name, hash)) {
    if (name !== HOST) await renewSurface(name, releaseVersion(name, hash))
    return { name, status: 'unchanged' }
  }
  const started = performance.now()
  const { code, output } = await runWebpack(name)
  if (code !== 0) return { name, status: 'failed', output }
  fs.mkdirSync(RECORDS, { recursive: true })
  fs.writeFileSync(path.join(RECORDS, name), hash)
  if (name === HOST) removeOldShellFiles()
  else removeOldVersions(name)
  return { name, status: `built in ${((performance.now() - started) / 1000).toFixed(1)} s` }
}

const waiting = asked.length > 0 ? asked : [HOST, ...REMOTES]
const failed = []

async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const { status, output } = await build(name)
    console.log(`${name}: ${status}`)
    if (status === 'failed') {
      failed.push(name)
      console.error(output)
    }
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
if (failed.length > 0) {
  console.error(
    `The build failed: ${failed.join(', ')}. Correct what is said above and build again.`,
  )
  process.exit(1)
}
