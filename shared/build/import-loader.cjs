const path = require('node:path')
const { importStatements } = require('./import-statements.cjs')
const { ICONS, refuseUnknownNames, refuseUnshared, splitImport } = require('./import-rules.cjs')
const { KERNELS } = require('./share-list.cjs')
const { ROOT } = require('./workspace.cjs')

/**
 * Runs before the compiler. `import { Button } from 'antd'` becomes `import Button from
 * 'antd/es/button'`, so that components are shared one by one; other imports of a remote are checked.
 */
module.exports = function importLoader(source) {
  const { isRemote } = this.getOptions()
  const file = path.relative(ROOT, this.resourcePath)
  let result = source
  for (const statement of importStatements(source)) {
    if (statement.from === 'antd' || statement.from === ICONS) {
      result = result.replace(statement.text, () => splitImport(statement, file))
    } else if (statement.from === 'react-router-dom') {
      refuseUnknownNames(statement, file)
    } else if (isRemote && !file.startsWith('shared')) {
      if (statement.from in KERNELS) refuseUnknownNames(statement, file)
      refuseUnshared(statement, file)
    }
  }
  return result
}
