import { SUBJECTS } from '../../bench/subjects.mjs'
import { passSignals, runTool } from './processes.mjs'

const USAGE = `npm run bench                      measures everything in order, then writes docs/performance.md
npm run bench -- <subject>         measures one subject; --quick shows with less work that it can be measured
npm run bench -- page              writes docs/performance.md from what has been measured
Subjects:
${Object.entries(SUBJECTS).map(describe).join('\n')}`

function describe([name, { number, about }]) {
  return `  ${name}${number ? ` [${number}]` : ''}: ${about}`
}

/** What the words after `npm run bench --` ask for: scripts with their arguments, or what is wrong with the words. */
export function parseBench(words) {
  const flags = words.filter((word) => word.startsWith('--'))
  const [subject, ...numbers] = words.filter((word) => !word.startsWith('--'))
  const refused = (reason) => ({ problem: `${reason}\n${USAGE}` })
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
    console.log(USAGE)
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
