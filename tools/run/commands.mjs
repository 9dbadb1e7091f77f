import path from 'node:path'
import { passSignals, ROOT, runTool, SERVER } from './processes.mjs'
import { SUBJECTS } from '../../bench/subjects.mjs'

/** Builds what has changed, then runs the server until Ctrl-C. Takes no options: the environment configures it. */
export async function start(args) {
  if (args.length > 0) {
    console.error(
      `"npm start" takes no options, not "${args.join(' ')}". Set environment variables, as PORT=8081; ` +
        'docs/operate/install-and-configure.md lists them.',
    )
    return 2
  }
  passSignals()
  const built = await runTool('tools/build.mjs')
  if (built !== 0) {
    console.error('The site could not be built; the messages above say why.')
    return built
  }
  // The channel lets the server notice that this process is gone, however it went.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc']
  return runTool('api/src/main.ts', [], { ...SERVER, stdio })
}

/** The whole site under development on one port, until Ctrl-C. */
export function dev(args) {
  passSignals()
  return runTool('tools/dev/dev.ts', args, {
    // V8's compiled code of every process below is reused by the next start.
    env: { NODE_COMPILE_CACHE: path.join(ROOT, '.cache/node') },
    // The channel lets it notice that this process is gone, however it went.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
}

const BUILD_FLAGS = ['--force', '--mono']

/** Builds what has changed; with `--mono` the same sources as one bundle, for the benchmark of the federation. */
export function build(args) {
  const unknown = args.find((one) => one.startsWith('-') && !BUILD_FLAGS.includes(one))
  if (unknown) {
    console.error(`There is no option ${unknown}. Give packages, ${BUILD_FLAGS.join(' or ')}.`)
    return 2
  }
  passSignals()
  const isMono = args.includes('--mono')
  const others = args.filter((one) => one !== '--mono')
  return runTool(isMono ? 'tools/build-mono.mjs' : 'tools/build.mjs', others)
}

/** Commands of the remotes; each may be started in the folder of a remote too. */
export function mfe(args) {
  passSignals()
  const INIT_CWD = process.env.INIT_CWD ?? process.cwd()
  return runTool('tools/mfe/mfe.ts', args, { env: { INIT_CWD } })
}

const BENCH_USAGE = `npm run bench                      measures everything in order, then writes docs/performance.md
npm run bench -- <subject>         measures one subject; --quick shows with less work that it can be measured
npm run bench -- page              writes docs/performance.md from what has been measured
Subjects:
${Object.entries(SUBJECTS).map(describeSubject).join('\n')}`

function describeSubject([name, { number, about }]) {
  return `  ${name}${number ? ` [${number}]` : ''}: ${about}`
}

/** What the words after `npm run bench --` ask for: scripts with their arguments, or what is wrong with the words. */
export function parseBench(words) {
  const flags = words.filter((word) => word.startsWith('--'))
  const [subject, ...numbers] = words.filter((word) => !word.startsWith('--'))
  const refused = (reason) => ({ problem: `${reason}\n${BENCH_USAGE}` })
  const unknown = flags.find((flag) => flag !== '--quick')
  if (unknown) return refused(`There is no option "${unknown}".`)
  if (subject === undefined) return { subjects: Object.keys(SUBJECTS), args: flags, page: true }
  if (subject === 'page' && numbers.length + flags.length === 0) {
    return { subjects: [], args: [], page: true }
  }
  if (!Object.hasOwn(SUBJECTS, subject)) return refused(`There is no measurement "${subject}".`)
  const { number } = SUBJECTS[subject]
  if (numbers.length > (number ? 1 : 0)) {
    const takes = number ? `one number, of ${number}` : 'no number'
    return refused(`"${subject}" takes ${takes}, not "${numbers.join(' ')}".`)
  }
  const wrong = numbers.find((one) => !/^(0\.\d+|[1-9]\d{0,6}(\.\d+)?)$/.test(one))
  if (wrong) return refused(`"${wrong}" is no number of ${number}.`)
  return { subjects: [subject], args: [...numbers, ...flags], page: false }
}

/** Measures one subject, or all in order: one that fails does not keep the others from being measured. */
export async function bench(words) {
  if (words.some((word) => ['help', '--help', '-h'].includes(word))) {
    console.log(BENCH_USAGE)
    return 0
  }
  const { problem, subjects, args, page } = parseBench(words)
  if (problem) {
    console.error(problem)
    return 2
  }
  passSignals()
  const failed = []
  for (const name of subjects) {
    console.log(`\n${name}: ${SUBJECTS[name].about}`)
    if ((await runTool(`bench/${name}.ts`, args)) !== 0) failed.push(name)
  }
  const written = page ? await runTool('bench/page.ts') : 0
  if (failed.length > 0) console.error(`Not measured, see above: ${failed.join(', ')}.`)
  return failed.length > 0 ? 1 : written
}
