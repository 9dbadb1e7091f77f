import * as contract from '@awards/shared/contract'
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import ts from 'typescript'

const ROOT = resolve(import.meta.dirname, '..')
const KINDS: Readonly<Record<string, 'query' | 'mutation'>> = {
  useApiQuery: 'query',
  useLazyApiQuery: 'query',
  cacheOf: 'query',
  useApiMutation: 'mutation',
}

/** The calls that a file uses through the cache, and the registrations that it makes by hand. */
function usesIn(file: string) {
  const text = readFileSync(resolve(ROOT, file), 'utf8')
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true)
  const uses: { kind: string; group: string; key: string }[] = []
  const byHand: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const [first] = node.arguments
      const kind = ts.isIdentifier(node.expression) ? KINDS[node.expression.text] : undefined
      if (kind && first && ts.isPropertyAccessExpression(first)) {
        uses.push({ kind, group: first.expression.getText(), key: first.name.text })
      }
      if (/(?:\.injectEndpoints|^queryOf|^mutationOf)$/.test(node.expression.getText())) {
        byHand.push(file)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { uses, byHand }
}

const files = globSync('{shell,mf-*}/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => !/\.test\.tsx?$/.test(file),
)
const found = files.map(usesIn)
const uses = found.flatMap((each) => each.uses)

const groups = contract as unknown as Readonly<
  Record<string, Readonly<Record<string, contract.Endpoint>> | undefined>
>

test('each use names a call of the contract, as the query or mutation that its facts state', () => {
  expect(uses.length).toBeGreaterThan(150)
  const wrong = uses.filter(({ group, key, kind }) => {
    const call = groups[group]?.[key]
    return !call || (call.as ?? (call.method === 'GET' ? 'query' : 'mutation')) !== kind
  })
  expect(wrong).toEqual([])
})

test('the name of a call is unique, so that the one cache registers each call once', () => {
  const names = contract.ALL_CALLS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
})

test('no page registers an endpoint of a call by hand', () => {
  // The overview of the platform and the registry's own calls are no calls of the contract.
  expect(found.flatMap(({ byHand }) => byHand).toSorted()).toEqual([
    'shell/src/releases/desk/registry-client.ts',
    'shell/src/releases/panel/panel.tsx',
  ])
})

test('facts that nothing reads are not stated', () => {
  const stray = contract.ALL_CALLS.filter((call) => {
    const kind = call.as ?? (call.method === 'GET' ? 'query' : 'mutation')
    return kind === 'query' ? call.invalidates : (call.tags ?? call.isStatic)
  })
  expect(stray.map(({ name }) => name)).toEqual([])
})
