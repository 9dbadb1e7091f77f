const { createHash } = require('node:crypto')
const { readFileSync } = require('node:fs')

const REQUIRED = /^var (\w+) = ((?:_interopRequire\w+\()?require\("\.[^"]+"\)\)?);$/gm
const own = readFileSync(__filename)

/**
 * Makes the index of a compiled package require each of its modules when its export is read. A test of one page has
 * antd's index load some 60 components otherwise, which took a third of its time.
 */
module.exports = {
  process: (source) => ({ code: lazily(source) }),
  getCacheKey: (source) => createHash('sha256').update(own).update(source).digest('hex'),
}

function lazily(source) {
  return [...source.matchAll(REQUIRED)].reduce((code, [line, name, expression]) => {
    const lazy = code.replace(line, '').replaceAll(`return ${name}.`, `return ${expression}.`)
    // What runs when the index loads needs its module there and then.
    return lazy.includes(`${name}.`) || lazy.includes(`${name})`) ? code : lazy
  }, source)
}
