import { inChromium } from './browsers.mjs'
import {
  api,
  browser,
  build,
  conformance,
  engines,
  format,
  lint,
  part,
  prepare,
  summary,
  types,
  unit,
} from './test.mjs'
import { runTool } from './processes.mjs'

// One seed for the whole run, which may go on past midnight.
const SEED = process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')
const FULL = { env: { SCALE: 'full', SEED } }
const tool = (name, script, args = []) => part(name, () => runTool(script, args, FULL))

/**
 * Every part of the full run in its order; a part that is not `byDefault` runs when it is named. What `needsBuild` has
 * the site built before it.
 */
const PARTS = {
  static: {
    about: 'types, lint, format',
    run: async () => [await types(), await lint(), await format()],
  },
  unit: { about: 'unit tests', run: (words) => unit(words, FULL) },
  build: { about: 'the shell and the remotes', run: () => build() },
  api: {
    needsBuild: true,
    about: 'API tests, files on the disk',
    run: (words) => api(words, FULL),
  },
  bucket: {
    needsBuild: true,
    about: 'API tests, files in a bucket',
    // What tests draw by chance has been drawn at full scale with files on the disk.
    run: (words) =>
      api(words, { name: 'bucket', env: { SEED, SCALE: 'core', TEST_STORAGE: 's3' } }),
  },
  browser: {
    needsBuild: true,
    about: 'browser tests, one process',
    run: (words) => browser(words, FULL),
  },
  replicas: {
    needsBuild: true,
    about: 'every browser test, several machines behind nginx',
    // All languages, widths and kinds were seen with one process; what the machines share is in every test.
    run: (words) =>
      browser(words, { name: 'replicas', env: { SEED, SCALE: 'core', TOPOLOGY: 'replicas' } }),
  },
  engines: {
    needsBuild: true,
    about: 'the journey in Firefox and WebKitGTK (Debian packages)',
    run: (words) => engines(words, FULL),
  },
  conformance: {
    about: 'every asked-for thing is proven by a test that passed',
    run: () => conformance(),
  },
  crawl: {
    needsBuild: true,
    about: 'every public page in each language, width and look',
    run: (words) => part('crawl', () => inChromium('e2e/crawl.ts')(words)),
  },
  money: {
    about: '10,000 hostile histories of payments; --runs, --seed, --path',
    run: (words) =>
      tool(
        'money',
        'tools/mutants/money-histories.ts',
        words.length > 0 ? words : ['--runs', '10000'],
      ),
  },
  fuzz: {
    about: 'every call with inputs that are nearly right; --runs, --seed',
    run: (words) => tool('fuzz', 'tools/security/fuzz.mjs', words),
  },
  'mutants-money': {
    about: 'takes one protection of the money away at a time; --only',
    run: (words) => tool('mutants-money', 'tools/mutants/money.ts', words),
  },
  'mutants-jury': {
    needsBuild: true,
    about: 'breaks one rule of the jury at a time; --only',
    run: (words) => tool('mutants-jury', 'tools/mutants/jury.ts', words),
  },
  'mutants-canary': {
    about: 'takes one rule of the judge of canaries away at a time; --only',
    run: (words) => tool('mutants-canary', 'tools/mutants/canary.ts', words),
  },
  'mutants-mails': {
    about: 'breaks one rule of broadcasts, written mails and figures at a time; --only',
    run: (words) => tool('mutants-mails', 'tools/mutants/mails.ts', words),
  },
  'mutants-webhooks': {
    about: 'breaks one rule of webhooks at a time; --only',
    run: (words) => tool('mutants-webhooks', 'tools/mutants/webhooks.ts', words),
  },
  'mutants-security': {
    needsBuild: true,
    about: 'takes one protection of the site away at a time; --only',
    run: (words) => tool('mutants-security', 'tools/security/mutants.ts', words),
  },
  drills: {
    needsBuild: true,
    about: 'breaks a site of its own and writes docs/reliability.md; a name runs one',
    run: (words) => tool('drills', 'tools/drills/drill.ts', words.length > 0 ? words : ['all']),
  },
  containers: {
    about: 'the compose file under traffic: faults, upgrade, going back; needs docker compose',
    run: (words) => tool('containers', 'tools/containers/containers.ts', words),
  },
  scans: {
    needsBuild: true,
    about: 'attacks a site of its own: sqlmap, wapiti or ffuf (Debian packages)',
    run: (words) => tool('scans', 'e2e/security/scan.ts', words),
    byDefault: false,
  },
}

const USAGE = `npm run test:full                            everything, in this order
npm run test:full -- --only <part> [words]   one part; a name's beginning stands for all that begin so
`

/** `npm run test:full`: everything at full scale. */
export async function testFull(args) {
  const [flag, wanted, ...words] = args
  const all = Object.keys(PARTS)
  const names =
    flag === undefined
      ? all.filter((name) => PARTS[name].byDefault !== false)
      : flag === '--only' && wanted
        ? all.filter((name) => name === wanted || name.startsWith(`${wanted}-`))
        : []
  if (names.length === 0) {
    console.error(flag === '--only' && wanted ? `There is no part "${wanted}".` : 'Name a part.')
    console.error(`${USAGE}`)
    for (const name of all) console.error(`  ${name.padEnd(18)}${PARTS[name].about}`)
    return 2
  }
  prepare()
  // The run's own draws begin with another number each day; its first lines say which.
  await runTool('tools/testing/scale.ts', [], FULL)
  const results = []
  if (!names.includes('build') && names.some((name) => PARTS[name].needsBuild)) {
    results.push(await build())
  }
  for (const name of names) results.push(...[await PARTS[name].run(words)].flat())
  return summary(results, { unsteadyFails: true })
}
