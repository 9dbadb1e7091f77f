import { PNPM } from './install.mjs'
import { run } from './processes.mjs'

const pnpm = (...args) => run('npx', ['--yes', PNPM, ...args])

/** Writes what the site is made of as CycloneDX; an argument names the file. */
export async function sbom([out = '.cache/sbom.json', ...more]) {
  if (more.length > 0 || out.startsWith('-')) {
    console.error('Give at most one file: npm run awards -- sbom sbom.json')
    return 2
  }
  const code = await pnpm(
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--sbom-type',
    'application',
    '--prod',
    '--out',
    out,
  )
  if (code === 0) console.log(`Every package of the site is in ${out}.`)
  return code
}

/** Asks the registry for known holes in the locked packages; ends with 1 where one is high or critical. */
export async function auditPackages(args) {
  if (args.length > 0) {
    console.error('npm run awards -- audit-packages takes no arguments.')
    return 2
  }
  const code = await pnpm('audit', '--audit-level', 'high')
  if (code !== 0) {
    console.error(
      'There is a hole to mend, or the registry did not answer; the lines above say which. A mirror may have no audit: ask from where registry.npmjs.org can be reached.',
    )
  }
  return code
}
