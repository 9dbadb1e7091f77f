const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

/** What builds are made with: this repository, or the package @awards/mfe in that of a team. */
const KIT = path.resolve(__dirname, '../..')
/** Where the remotes are: this repository, or that of a team, which the package's command names. */
const ROOT = process.env.MFE_PROJECT ?? KIT
const SHARED = path.join(KIT, 'shared')
/** The compiler's options, for sources of remotes and of `shared` alike. */
const TSCONFIG = path.join(KIT, 'tsconfig.json')
const HOST = 'shell'
/** Where the server of `npm run dev` finds the shell, in the place of `dist`. */
const DEV_FOLDER = path.join(ROOT, '.cache/dev')
const REMOTE_NAME = /^mf-[a-z]{2,30}$/

/** Every folder of a remote; a new one takes part as soon as it is there. */
const REMOTES = fs
  .readdirSync(ROOT)
  .filter((name) => REMOTE_NAME.test(name) && fs.existsSync(path.join(ROOT, name, 'package.json')))
  .sort()

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.cache', '.federation', 'testing'])
const isTest = (file) => /\.test\.tsx?$/.test(file)

/** Every file below `folder` that takes part in a build, sorted. */
function sourceFiles(folder) {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const full = path.join(folder, entry.name)
      if (SKIPPED_FOLDERS.has(entry.name)) return []
      if (entry.isDirectory()) return sourceFiles(full)
      return isTest(entry.name) ? [] : [full]
    })
    .sort()
}

const packageJson = (name) => {
  const folder = name === 'shared' ? SHARED : path.join(ROOT, name)
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'))
}

const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json']

/** Folder of an installed package, as Node finds it from a folder: there, or above. */
function installedFolder(from, name) {
  const folder = path.join(from, 'node_modules', name)
  if (fs.existsSync(folder)) return folder
  const parent = path.dirname(from)
  if (parent === from) throw new Error(`${name} is not installed. Run the installation again.`)
  return installedFolder(parent, name)
}

/**
 * Hash of all sources that a package may import: its own, all of `shared`, and the lockfile. The shell provides all of
 * `shared`, so this is its version; that of a remote's release is a hash of its module graph (release-inputs.cjs).
 */
function sourceHash(name) {
  const hash = crypto.createHash('sha256')
  const files = [
    ...sourceFiles(path.join(ROOT, name)),
    ...sourceFiles(SHARED),
    ...LOCK_FILES.map((file) => path.join(ROOT, file)).filter((file) => fs.existsSync(file)),
    TSCONFIG,
  ]
  for (const file of files) {
    hash.update(path.relative(ROOT, file)).update('\0').update(fs.readFileSync(file))
  }
  return hash.digest('hex')
}

/** Version of a build: what package.json says, and which sources it was made of. */
const buildVersion = (name, hash) => `${packageJson(name).version}-${hash.slice(0, 10)}`

/** Name of a remote's container; JavaScript identifiers know no dash. */
const containerName = (name) => name.replaceAll('-', '_')

module.exports = {
  DEV_FOLDER,
  HOST,
  KIT,
  LOCK_FILES,
  REMOTES,
  ROOT,
  SHARED,
  TSCONFIG,
  buildVersion,
  containerName,
  installedFolder,
  packageJson,
  sourceFiles,
  sourceHash,
}
