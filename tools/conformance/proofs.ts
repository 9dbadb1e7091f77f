import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS = '{shared,shell,mf-public,mf-entrant,mf-payment,mf-jury,api,simulators,e2e,tools}'
const COMMENT = /^\s*\/\/ proves: (.+)$/
const TITLE = /\b(?:test|describe|it)(?:\.each\([^)]*\)|\.each`[^`]*`)?\(\s*(['"`])(.+?)\1/s

export type Proof = { id: string; file: string; title: string }

/** What the tests say they prove: `// proves: call user/login, route /login` above a test. */
export function collectProofs(root = ROOT): Proof[] {
  const files = globSync(`${FOLDERS}/**/*.test.{ts,tsx}`, {
    cwd: root,
    exclude: (name) => /node_modules|dist/.test(String(name)),
  })
  return files.sort().flatMap((file) => proofsIn(file, readFileSync(join(root, file), 'utf8')))
}

function proofsIn(file: string, source: string): Proof[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    const ids = COMMENT.exec(line)?.[1]
    if (!ids) return []
    const title = TITLE.exec(lines.slice(index + 1).join('\n'))?.[2] ?? 'without a title'
    return ids
      .split(',')
      .map((id) => ({ id: id.trim(), file, title: title.replaceAll('|', '\\|') }))
  })
}

/** A proof for `route *` stands for every route. */
export const provesItem = (proof: Proof, id: string): boolean =>
  proof.id === id || (proof.id.endsWith(' *') && id.startsWith(proof.id.slice(0, -1)))
