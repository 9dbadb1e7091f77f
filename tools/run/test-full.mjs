import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inChromium } from './browsers.mjs'
import {
  api,
  browser,
  build,
  conformance,
  engines,
  format,
  JOURNAL,
  lint,
  part,
  prepare,
  summary,
  types,
  unit,
} from './test.mjs'
import { ROOT, runTool } from './processes.mjs'

const tool = (name, script, args, full) => part(name, () => runTool(script, args, full))

/**
 * Every part of the full run in its order; a part that is not `byDefault` runs when it is named. What `needsBuild` has
 * the site built before it. `run` gets the words of the command line and the environment of the full run.
 */
const PARTS = {
  static: {
    about: 'types, lint, format',
    run: async () => [await types(), await lint(), await format()],
  },
  unit: { about: 'unit tests', run: unit },
  build: { about: 'the shell and the remotes', run: () => build() },
  api: {
    needsBuild: true,
    about: 'API tests, files on the disk',
    run: api,
  },
  bucket: {
    needsBuild: true,
    about: 'API tests, files in a bucket',
    // What tests draw by chance has been drawn at full scale with files on the disk.
    run: (words, { env }) =>
      api(words, { name: 'bucket', env: { ...env, SCALE: 'core', TEST_STORAGE: 's3' } }),
  },
  browser: {
    needsBuild: true,
    about: 'browser tests, one process',
    run: browser,
  },
  replicas: {
    needsBuild: true,
    about: 'every browser test, several machines behind nginx',
    // All languages, widths and kinds were seen with one process; what the machines share is in every test.
    run: (words, { env }) =>
      browser(words, { name: 'replicas', env: { ...env, SCALE: 'core', TOPOLOGY: 'replicas' } }),
  },
  engines: {
    needsBuild: true,
    about: 'the journey in Firefox and WebKitGTK (Debian packages)',
    run: engines,
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
    run: (words, full) => {
      const args = words.length > 0 ? words : ['--runs', '10000']
      return tool('money', 'tools/mutants/money-histories.ts', args, full)
    },
  },
  fuzz: {
    about: 'every call with inputs that are nearly right; --runs, --seed',
    run: (words, full) => tool('fuzz', 'tools/security/fuzz.mjs', words, full),
  },
  'mutants-money': {
    about: 'takes one protection of the money away at a time; --only',
    run: (words, full) => tool('mutants-money', 'tools/mutants/money.ts', words, full),
  },
  'mutants-jury': {
    needsBuild: true,
    about: 'breaks one rule of the jury at a time; --only',
    run: (words, full) => tool('mutants-jury', 'tools/mutants/jury.ts', words, full),
  },
  'mutants-canary': {
    about: 'takes one rule of the judge of canaries away at a time; --only',
    run: (words, full) => tool('mutants-canary', 'tools/mutants/canary.ts', words, full),
  },
  'mutants-mails': {
    about: 'breaks one rule of broadcasts, written mails and figures at a time; --only',
    run: (words, full) => tool('mutants-mails', 'tools/mutants/mails.ts', words, full),
  },
  'mutants-webhooks': {
    about: 'breaks one rule of webhooks at a time; --only',
    run: (words, full) => tool('mutants-webhooks', 'tools/mutants/webhooks.ts', words, full),
  },
  'mutants-security': {
    needsBuild: true,
    about: 'takes one protection of the site away at a time; --only',
    run: (words, full) => tool('mutants-security', 'tools/security/mutants.ts', words, full),
  },
  drills: {
    needsBuild: true,
    about: 'breaks a site of its own and writes docs/reliability.md; a name runs one',
    run: (words, full) =>
      tool('drills', 'tools/drills/drill.ts', words.length > 0 ? words : ['all'], full),
  },
  containers: {
    about: 'the compose file under traffic: faults, upgrade, going back; needs docker compose',
    run: (words, full) => tool('containers', 'tools/containers/containers.ts', words, full),
  },
  scans: {
    needsBuild: true,
    about: 'attacks a site of its own: sqlmap, wapiti or ffuf (Debian packages)',
    run: (words, full) => tool('scans', 'e2e/security/scan.ts', words, full),
    byDefault: false,
  },
}

const USAGE = `npm run test:full                            everything, in this order
npm run test:full -- --resume [parts]        what a run that was stopped has left, or some of it, at the same commit
npm run test:full -- --only <part> [words]   one part; a name's beginning stands for all that begin so
`

/** `npm run test:full`: everything at full scale. */
export function testFull([flag, ...words]) {
  if (flag === undefined) return runWhole({ commit: currentCommit(), seed: newSeed(), ended: {} })
  if (flag === '--resume') return resume(words)
  if (flag === '--only') return runOnly(words)
  return refuse(`There is no "${flag}".`)
}

async function runOnly([wanted, ...words]) {
  const names = partsOf(wanted)
  if (names.length === 0) return refuse(wanted ? `There is no part "${wanted}".` : 'Name a part.')
  const full = await begin(newSeed())
  const results = []
  if (!names.includes('build') && names.some((name) => PARTS[name].needsBuild)) {
    results.push(await build())
  }
  for (const name of names) results.push(...[await PARTS[name].run(words, full)].flat())
  return summary(results, { unsteadyFails: true })
}

/** Goes on with the stopped run; with names, with these parts alone, so that a long run fits in several sittings. */
function resume(wanted) {
  const unknown = wanted.find((name) => partsOf(name).length === 0)
  if (unknown !== undefined) return refuse(`There is no part "${unknown}".`)
  const journal = readJournal(JOURNAL)
  const problem = resumeProblem(journal, currentCommit())
  if (problem !== undefined) {
    console.error(problem)
    return 2
  }
  return runWhole(journal, {
    keepsReports: true,
    ...(wanted.length > 0 && { names: wanted.flatMap(partsOf) }),
  })
}

function refuse(problem) {
  console.error(`${problem}\n${USAGE}`)
  for (const [name, { about }] of Object.entries(PARTS)) {
    console.error(`  ${name.padEnd(18)}${about}`)
  }
  return 2
}

const partsOf = (wanted) =>
  Object.keys(PARTS).filter((name) => name === wanted || name.startsWith(`${wanted}-`))

const wholeRun = () => Object.keys(PARTS).filter((name) => PARTS[name].byDefault !== false)

/** Runs the named parts that have not ended by the journal; returns the exit code of all that have. */
async function runWhole(journal, { names = wholeRun(), keepsReports = false } = {}) {
  const full = await begin(journal.seed, { keepsReports })
  writeJournal(JOURNAL, journal)
  for (const name of names) {
    if (Object.hasOwn(journal.ended, name)) continue
    journal.ended[name] = [await PARTS[name].run([], full)].flat()
    writeJournal(JOURNAL, journal)
  }
  return summary(
    Object.keys(PARTS).flatMap((name) => journal.ended[name] ?? []),
    { unsteadyFails: true },
  )
}

/** Returns the environment of the run's programs. */
async function begin(seed, options) {
  prepare(options)
  const full = { env: { SCALE: 'full', SEED: seed } }
  // The run's own draws begin with another number each day; its first lines say which.
  await runTool('tools/testing/scale.ts', [], full)
  return full
}

/** One seed for the whole run, which may go on past midnight or be resumed on another day. */
const newSeed = () => process.env.SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', '')

/**
 * The journal of a full run, `{ commit, seed, ended }`: `ended` has the results of each part by its name, red ones
 * included, so that resuming never gives a failed part a second try. A part that was stopped midway is not in it.
 */
export function writeJournal(file, journal) {
  mkdirSync(path.dirname(file), { recursive: true })
  // Renaming replaces the file whole: a run that is killed while it writes leaves the journal of before.
  writeFileSync(`${file}.part`, JSON.stringify(journal, null, 2))
  renameSync(`${file}.part`, file)
}

export function readJournal(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** Why a run cannot be resumed, or undefined. Parts of two commits would prove neither. */
export function resumeProblem(journal, commit) {
  const anew = 'Start a new run: npm run test:full'
  if (!journal) return `No full run was stopped since the last tests ran here. ${anew}`
  if (!journal.commit) return `The stopped run had changes that were not committed. ${anew}`
  if (!commit) return `There are changes that are not committed. Stash them, then resume. ${anew}`
  if (journal.commit !== commit) {
    return `The stopped run was of commit ${journal.commit}, and this is ${commit}. Check that one out. ${anew}`
  }
  return undefined
}

/** What drills write into the source tree: no change of the code that is tested. */
const DRILL_OUTPUT = [':(exclude)docs/reliability.md', ':(exclude)tools/drills/results']

/** The commit that is checked out; undefined if tracked files differ from it, or without git. */
function currentCommit() {
  const git = (...args) => spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const head = git('rev-parse', 'HEAD')
  const changes = git('status', '--porcelain', '--untracked-files=no', '--', '.', ...DRILL_OUTPUT)
  return head.status === 0 && changes.status === 0 && changes.stdout === ''
    ? head.stdout.trim()
    : undefined
}
