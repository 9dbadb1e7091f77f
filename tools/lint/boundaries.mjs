// Lint rules of this repository, for oxlint: who may query, and which folder of the API may import which.
import path from 'node:path'

/** Calls that begin a query of Kysely. */
const QUERIES = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])

/** Folders of the API that serve every module and therefore know none of them. */
const INFRASTRUCTURE = ['lib', 'db', 'files', 'http', 'observability']

/** What infrastructure and the platform take from modules all the same, each for its reason. */
const SHARED_FACTS = [
  // The name and languages of the site, which mails, documents and the platform's pages show.
  'editions/editions.repository.ts',
  // The audit journal: every layer writes into it, also for refused requests.
  'audit/audit.repository.ts',
]

/**
 * Repositories that a module opens to the others; the rest is private, and reached through its services. A module
 * opens one when others need its rows inside their own transaction.
 */
const OPEN_REPOSITORIES = [
  ...SHARED_FACTS,
  'editions/editions.repository.ts',
  'entries/entry-status.repository.ts',
  'entries/entries.repository.ts',
  'entries/entry-questions.repository.ts',
  'accounts/users.repository.ts',
  'accounts/sessions.repository.ts',
  'accounts/passkeys/passkeys.repository.ts',
  'accounts/oidc/oidc.repository.ts',
  'accounts/keys/api-keys.repository.ts',
  'accounting/books.repository.ts',
  'documents/documents.repository.ts',
  'payments/orders/orders.repository.ts',
  'payments/orders/order-lines.repository.ts',
  'payments/checkout/payable-entries.repository.ts',
  'payments/prices/prices.repository.ts',
  'payments/alerts.repository.ts',
  'payments/refunds/refunds.repository.ts',
  'payments/tax/vat-checks.repository.ts',
  'privacy/withdrawals.repository.ts',
  'privacy/data-requests.repository.ts',
  'jury/jury-scope.repository.ts',
  'jury/scoring/score-sheet.repository.ts',
  'jury/results/snapshots.repository.ts',
  'jury/deliberation/discussion-texts.repository.ts',
  'audit/audit.repository.ts',
  'documents/certificates/certificates.repository.ts',
  'studios/studio-members.repository.ts',
  'webhooks/webhooks.repository.ts',
]

/** The sign-in of a production site refuses the demo's public password. */
const DEMO_FACTS = ['api/src/demo/demo-accounts.ts']

/** Files that put the parts together and may take them all. */
const isComposition = (file) => /^api\/src\/(start|demo|ops|main\.ts)|\.cli\.ts$/.test(file)

const moduleOf = (file) => /^api\/src\/modules\/([^/]+)\/(.+)$/.exec(file)?.slice(1) ?? []
const areaOf = (file) => /^api\/src\/([^/]+)\//.exec(file)?.[1]

/** Why a file may not import another; undefined when it may. Both are paths from the root of the repository. */
export function refusalOf(file, target) {
  if (isComposition(file)) return undefined
  const [module, inside] = moduleOf(target)
  const area = areaOf(target)
  if (area === 'demo' && !DEMO_FACTS.includes(target))
    return 'Only start loads the demo; modules import() it in demo mode.'
  if (area === 'ops') return 'Operations are programs of their own; move what both need to lib.'
  if (!module) return undefined

  const [own] = moduleOf(file)
  const isFact = SHARED_FACTS.includes(`${module}/${inside}`)
  if (file.startsWith('platform/') && !isFact) {
    return 'The platform stands without the modules of the site.'
  }
  if (INFRASTRUCTURE.includes(areaOf(file)) && !isFact) {
    return 'Infrastructure knows no module; let the module pass in what is needed.'
  }
  const isPrivate =
    inside.endsWith('.repository.ts') && !OPEN_REPOSITORIES.includes(`${module}/${inside}`)
  if (own !== module && isPrivate) {
    return `A module takes another's service; open this repository in tools/lint/boundaries.mjs if others need its rows in their transaction.`
  }
  return undefined
}

const rootedPath = (context) =>
  path.relative(context.cwd, context.filename).split(path.sep).join('/')
const isTest = (file) => /\.test\.ts$|\/test\//.test(file)

const folders = {
  create(context) {
    const file = rootedPath(context)
    if (isTest(file)) return {}
    const check = ({ source }) => {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return
      const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), source.value))
      const message = refusalOf(file, target)
      if (message) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
}

const queries = {
  create(context) {
    const file = rootedPath(context)
    if (isTest(file) || /\.repository\.ts$|^api\/src\/(db\/migrate\.ts|demo\/)/.test(file))
      return {}
    const report = (node) =>
      context.report({ node, message: 'Queries live in *.repository.ts, a function with a name.' })
    return {
      CallExpression({ callee }) {
        if (callee.type !== 'MemberExpression') return
        if (QUERIES.has(callee.property.name)) report(callee.property)
      },
      TaggedTemplateExpression({ tag }) {
        const name = tag.type === 'TSInstantiationExpression' ? tag.expression.name : tag.name
        if (name === 'sql') report(tag)
      },
    }
  },
}

// The linter reads plugins from the default export.
export default { meta: { name: 'boundaries' }, rules: { folders, queries } }
