const crypto = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const ROOT = path.resolve(__dirname, '../..')
const SHARED = path.join(ROOT, 'shared')
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
      if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : sourceFiles(full)
      return isTest(entry.name) ? [] : [full]
    })
    .sort()
}

const packageJson = (name) =>
  JSON.parse(fs.readFileSync(path.join(ROOT, name, 'package.json'), 'utf8'))

/** Hash of everything a build of `name` reads; no build reads another package's sources but shared's. */
function sourceHash(name) {
  const hash = crypto.createHash('sha256')
  const files = [
    ...sourceFiles(path.join(ROOT, name)),
    ...sourceFiles(SHARED),
    path.join(ROOT, 'pnpm-lock.yaml'),
    path.join(ROOT, 'tsconfig.json'),
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
  REMOTES,
  ROOT,
  SHARED,
  buildVersion,
  containerName,
  packageJson,
  sourceFiles,
  sourceHash,
}
