const fs = require('node:fs')
const ts = require('typescript')

const propertyName = (property) => property.name?.text

function ownValue(object, name) {
  const property = object.properties.find((one) => propertyName(one) === name)
  return property && ts.isPropertyAssignment(property) ? property.initializer : undefined
}

function dynamicImports(node, found = []) {
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    const [request] = node.arguments
    if (request && ts.isStringLiteralLike(request)) found.push(request.text)
  }
  node.forEachChild((child) => {
    dynamicImports(child, found)
  })
  return found
}

const join = (parent, path) => [parent, path].filter(Boolean).join('/').replaceAll('//', '/')

function collect(node, parent, screens) {
  if (!ts.isObjectLiteralExpression(node)) {
    node.forEachChild((child) => {
      collect(child, parent, screens)
    })
    return
  }
  const path = ownValue(node, 'path')
  const here = join(parent, path && ts.isStringLiteralLike(path) ? path.text : '')
  const children = ownValue(node, 'children')
  const requests = node.properties
    .filter((property) => propertyName(property) !== 'children')
    .flatMap((property) => dynamicImports(property))
  for (const request of requests) screens.push({ path: here, request })
  if (children) collect(children, here, screens)
}

/** The route paths of `routes.tsx` with the module that each one loads lazily. */
function routeScreens(file) {
  const source = fs.readFileSync(file, 'utf8')
  const screens = []
  collect(
    ts.createSourceFile(file, source, ts.ScriptTarget.ESNext, true, ts.ScriptKind.TSX),
    '',
    screens,
  )
  return screens
}

module.exports = { routeScreens }
