const { execFileSync } = require('node:child_process')
const fs = require('node:fs')
const path = require('node:path')
const { releaseHash, releaseInputs } = require('./release-inputs.cjs')
const { LOCK_FILES, ROOT, buildVersion } = require('./workspace.cjs')
const { REMOTES: TABLE } = require('../src/domain/pages.ts')
const { isVersion } = require('../src/releases/names.ts')
const { RemoteDeclaration } = require('../src/releases/release.ts')

const DECLARATION = 'remote.json'

/** Reads the text of a remote.json, or throws an error that says where and what is wrong. */
function parseDeclaration(text, label) {
  let declaration
  try {
    declaration = JSON.parse(text)
  } catch (error) {
    throw new Error(`${label} is not JSON: ${error.message}`)
  }
  const parsed = RemoteDeclaration.safeParse(declaration)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map(({ path: at, message }) => {
    const given = at.reduce((value, key) => value?.[key], declaration)
    const shown = typeof given === 'string' ? ` (${JSON.stringify(given)})` : ''
    return `  ${at.join('.') || 'the file'}${shown}: ${message}`
  })
  throw new Error(`${label} is not valid; correct:\n${problems.join('\n')}`)
}

/** What a remote's remote.json says; nothing where there is none. */
function declarationOf(name) {
  const file = path.join(ROOT, name, DECLARATION)
  if (!fs.existsSync(file)) return { routes: [], menu: [] }
  return parseDeclaration(fs.readFileSync(file, 'utf8'), `${name}/${DECLARATION}`)
}

/** The pages of a remote as its release announces them. Of one in the site's own table, the table has the rest. */
function remoteRoutes(name) {
  const named = declarationOf(name).routes.find((route) => route.name)
  if (named && !TABLE.includes(name)) {
    throw new Error(
      `${name}/${DECLARATION}: ${named.path} has a name, which only pages of ${TABLE.join(', ')} have. Leave it out.`,
    )
  }
  const routes = declarationOf(name).routes.map(({ name: inTable, ...route }) =>
    inTable ? { path: route.path, title: route.title, wrappers: route.wrappers } : route,
  )
  const paths = routes.map(({ path: pattern }) => pattern.toLowerCase())
  const twice = paths.find((pattern, index) => paths.indexOf(pattern) !== index)
  if (twice)
    throw new Error(`${name} declares the page ${twice} twice; see ${name}/${DECLARATION}.`)
  if (routes.length === 0) {
    throw new Error(
      `${name} has no page. Write ${name}/${DECLARATION}: ` +
        '{"routes":[{"path":"/gallery","title":"Gallery","wrappers":[]}]}',
    )
  }
  return routes
}

const git = (args) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/**
 * The last commit that changed what a release is made of, with `-dirty` behind it while something is not committed yet.
 * Nothing outside of a repository.
 */
function sourceCommit(name) {
  const files = releaseInputs(name).files.map((file) => path.relative(ROOT, file))
  const locks = LOCK_FILES.filter((file) => fs.existsSync(path.join(ROOT, file)))
  const sources = [name, ...files, ...locks]
  try {
    const commit = git(['log', '-1', '--format=%H', '--', ...sources]).trim()
    if (!commit) return undefined
    const isDirty = git(['status', '--porcelain', '--', ...sources]).trim() !== ''
    return isDirty ? `${commit}-dirty` : commit
  } catch {
    return undefined
  }
}

/** The version that `MFE_VERSION` asks for; without it that of package.json and of what the release is made of. */
function releaseVersion(name, hash = releaseHash(name)) {
  const asked = process.env.MFE_VERSION
  if (!asked) return buildVersion(name, hash)
  if (isVersion(asked)) return asked
  throw new Error(`MFE_VERSION: ${asked} is not a version, as 1.5.0 or 1.5.0-pr88.3 is.`)
}

module.exports = { declarationOf, parseDeclaration, releaseVersion, remoteRoutes, sourceCommit }
