const crypto = require('node:crypto')
const path = require('node:path')
const ts = require('typescript')
const { ROOT } = require('../workspace.cjs')

const RUNTIME = path.join(__dirname, 'hot-components.ts')
// A name in capitals alone is that of a constant.
const COMPONENT = /^[A-Z]\w*[a-z]/
const HOOK = /^use[A-Z]/

const isFunction = (node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node)
const isAsync = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)
const calleeName = (call) =>
  ts.isPropertyAccessExpression(call.expression)
    ? call.expression.name.text
    : call.expression.getText()

/** The texts of the hooks that a component calls; those of the functions in it belong to these calls. */
function hooksOf(component) {
  const texts = []
  const visit = (node) => {
    if (ts.isCallExpression(node) && HOOK.test(calleeName(node))) texts.push(node.getText())
    else if (!isFunction(node)) ts.forEachChild(node, visit)
  }
  ts.forEachChild(component, visit)
  return digest(texts)
}

const digest = (texts) =>
  crypto.createHash('sha256').update(texts.join('\0')).digest('hex').slice(0, 12)

/** The one constant that a statement declares, where it is a component or a memoised one. */
function constantOf(statement) {
  if (!ts.isVariableStatement(statement)) return undefined
  const [declaration, another] = statement.declarationList.declarations
  const { name, initializer } = declaration
  if (another || !initializer || !ts.isIdentifier(name) || !COMPONENT.test(name.text))
    return undefined
  if (isFunction(initializer)) return { name: name.text, drawing: initializer }
  if (!ts.isCallExpression(initializer) || calleeName(initializer) !== 'memo') return undefined
  const [first] = initializer.arguments
  return {
    name: name.text,
    memo: initializer,
    drawing: first && isFunction(first) ? first : undefined,
  }
}

const isComponent = (statement) =>
  ts.isFunctionDeclaration(statement) &&
  statement.body &&
  !isAsync(statement) &&
  COMPONENT.test(statement.name?.text ?? '')

const isForgotten = (statement) =>
  ts.isImportDeclaration(statement) ||
  ts.isInterfaceDeclaration(statement) ||
  ts.isTypeAliasDeclaration(statement)

/** What is written into a module, and what it holds besides components. */
function plan(statements) {
  const insertions = []
  const rest = []
  let functions = ''
  for (const statement of statements) {
    const constant = constantOf(statement)
    if (isComponent(statement)) {
      const { text } = statement.name
      functions += ` ${text} = $hot.component('${text}', '${hooksOf(statement)}', ${text});`
    } else if (constant) {
      const { name, memo, drawing } = constant
      if (memo) {
        insertions.push([memo.getStart(), `$hot.memo('${name}', `], [memo.getEnd(), ')'])
        rest.push(...memo.arguments.slice(1).map((argument) => argument.getText()))
      }
      if (drawing) {
        const wrapped = `$hot.component('${name}', '${hooksOf(drawing)}', `
        insertions.push([drawing.getStart(), wrapped], [drawing.getEnd(), ')'])
      }
    } else if (!isForgotten(statement)) {
      rest.push(statement.getText())
    }
  }
  return { insertions, rest, functions }
}

/**
 * Registers the components of a module with hot-components.ts, and what the module holds besides. Lines stay
 * where they are.
 */
module.exports = function hotLoader(source) {
  const file = path.relative(ROOT, this.resourcePath)
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const { statements } = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const { insertions, rest, functions } = plan(statements)
  const runtime = `import { hotModule } from ${JSON.stringify(RUNTIME)};`
  const registered = `const $hot = hotModule(${JSON.stringify(file)}, '${digest(rest)}');`
  // Before what is evaluated first; the rules for imports read those above it line by line.
  const first = statements.find((statement) => !ts.isImportDeclaration(statement))
  insertions.push([first?.getStart() ?? source.length, `${runtime} ${registered}${functions} `])
  return insertions
    .map(([place, text], order) => ({ place, text, order }))
    .toSorted((one, other) => other.place - one.place || one.order - other.order)
    .reduce((text, one) => text.slice(0, one.place) + one.text + text.slice(one.place), source)
}
