import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format } from 'prettier'
import { collectProofs, type Proof } from '../conformance/proofs.ts'
import { CHAPTERS, CHECKS, type Chapter, type Check } from './checks.ts'
import { MUTANTS as FIRST } from './mutants-1-43.mjs'
import { MUTANTS as SECOND } from './mutants-44-62.mjs'

const MUTANTS = [...FIRST, ...SECOND]
const HERE = import.meta.dirname

/** The generated page. */
export const PAGE = resolve(HERE, '../../docs/security.md')

const idOf = ({ number }: Check) => `security ${number}`

function proofCell(proofs: readonly Proof[], check: Check): string {
  const own = proofs.filter(({ id }) => id === idOf(check))
  return own.map(({ file, title }) => `[${title}](../${file})`).join('<br>') || '**not yet**'
}

const mutantCell = ({ number }: Check) =>
  MUTANTS.filter(({ check }) => check === number)
    .map(({ name }) => name.replaceAll('|', '\\|'))
    .join('<br>') || '**not yet**'

function section({ title, checks }: Chapter, proofs: readonly Proof[]): string {
  const head = ['', 'Check', 'ASVS 5.0.0', 'Proven by', 'Notices when']
  const rows = checks.map((check) => [
    String(check.number),
    check.text,
    check.standard,
    proofCell(proofs, check),
    mutantCell(check),
  ])
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  return [`### ${title}`, '', ...table, ''].join('\n')
}

/** Text beside the table, such as what scanners found. */
function part(name: string): string {
  const file = resolve(HERE, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

/** The page as the tests of the tree make it. */
export function securityPage(): Promise<string> {
  const proofs = collectProofs()
  const sections = CHAPTERS.map((chapter) => section(chapter, proofs))
  const page = [part('introduction.md'), ...sections, part('scans.md')].join('\n')
  return format(page, { parser: 'markdown' })
}

/** Checks that no test proves, or that no mutant tries. */
export function unproven(): number[] {
  const proven = new Set(collectProofs().map(({ id }) => id))
  const tried = new Set(MUTANTS.map(({ check }) => check))
  return CHECKS.filter((check) => !proven.has(idOf(check)) || !tried.has(check.number)).map(
    ({ number }) => number,
  )
}

/** Proofs of checks that do not exist, and mutants whose test does not say that it proves their check. */
export function strays(): string[] {
  const known = new Set(CHECKS.map(idOf))
  const proofs = collectProofs().filter(({ id }) => id.startsWith('security '))
  const claims = new Set(proofs.map(({ id, file }) => `${id} ${file}`))
  return [
    ...proofs.filter(({ id }) => !known.has(id)).map(({ id, file }) => `${id} (${file})`),
    ...MUTANTS.filter(({ check, test }) => !claims.has(`security ${check} ${test}`)).map(
      ({ check, name, test }) => `mutant “${name}”: ${test} does not prove security ${check}`,
    ),
  ]
}

/** Mutants whose text is not there once in the file that they change: they would prove nothing. */
export function worn(): string[] {
  const root = resolve(HERE, '../..')
  return MUTANTS.flatMap(({ name, file, change, and }) => {
    const source = readFileSync(resolve(root, file), 'utf8')
    const texts = [change[0], ...(and ? [and[0]] : [])]
    return texts
      .filter((text) => source.split(text).length !== 2)
      .map((text) => `mutant “${name}”: ${file} does not have its text once: ${text}`)
  })
}

if (import.meta.main) writeFileSync(PAGE, await securityPage())

/** The page as it stands in the tree. */
export const currentPage = (): string => readFileSync(PAGE, 'utf8')
