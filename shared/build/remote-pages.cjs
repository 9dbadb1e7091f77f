const fs = require('node:fs')
const path = require('node:path')
const { ROOT, SHARED } = require('./workspace.cjs')
const { REMOTES } = require('../src/domain/pages.ts')

/*
 * The pages of the site's own remotes as literals of TypeScript: `paths` has a typed link for each, which the types of a
 * JSON file cannot give, and a remote bundles its own list alone.
 */

const FILE = path.join(SHARED, 'src/domain/remote-pages.gen.ts')
const HEAD = `/* Generated from remote.json of each remote by the build, or \`npm run awards -- pages\`; not edited by hand. */
`

// Without the schema of the declaration, which the build checks: that needs the very file that is written here.
const namedRoutes = (remote) =>
  JSON.parse(fs.readFileSync(path.join(ROOT, remote, 'remote.json'), 'utf8')).routes.filter(
    ({ name }) => name,
  )

/** `mf-jury` is `JURY_PAGES`. */
const constantOf = (remote) => `${remote.replace('mf-', '').toUpperCase()}_PAGES`

/** One row of the list; guards are left out where there are none, as in the declaration. */
function rowOf({ name, path: pattern, title, wrappers = [], ...more }) {
  const page = { path: pattern, title, ...(wrappers.length > 0 && { wrappers }), ...more }
  return `  ${name}: ${JSON.stringify(page).replace(/"(\w+)":/g, '$1: ')},`
}

/** The file that the declarations of the site's own remotes make. */
function remotePagesSource() {
  const lists = REMOTES.map((remote) => {
    const rows = namedRoutes(remote).map(rowOf)
    return `\n/** Pages of ${remote}. */\nexport const ${constantOf(remote)} = {\n${rows.join('\n')}\n} as const\n`
  })
  return HEAD + lists.join('')
}

/** Brings the file up to date with the declarations; returns whether it changed. */
function writeRemotePages() {
  const source = remotePagesSource()
  if (fs.existsSync(FILE) && fs.readFileSync(FILE, 'utf8') === source) return false
  fs.writeFileSync(FILE, source)
  return true
}

module.exports = { FILE, remotePagesSource, writeRemotePages }

if (require.main === module) {
  const file = path.relative(process.cwd(), FILE)
  console.log(writeRemotePages() ? `${file} is written.` : `${file} is up to date.`)
}
