const fs = require('node:fs')
const path = require('node:path')
const { HOST, ROOT } = require('./workspace.cjs')

/**
 * The page as it stands. As a `template` it would be a build of its own, into which webpack puts all
 * that the host provides: eleven megabytes that nobody asks for.
 */
const pageTemplate = () => ({
  templateContent: fs.readFileSync(path.join(ROOT, HOST, 'src/index.html'), 'utf8'),
})

module.exports = { pageTemplate }
