import { SUBJECTS } from '../../bench/subjects.mjs'
import { passSignals, runTool } from './processes.mjs'

const USAGE = `npm run bench                      measures everything in order, then writes docs/performance.md
npm run bench -- <subject>         measures one subject; --quick shows that it works
npm run bench -- page              writes docs/performance.md from what has been measured`

/** Measures one subject, or all in order: one that fails does not keep the others from being measured. */
export async function bench(args) {
  passSignals()
  const flags = args.filter((one) => one.startsWith('--'))
  const [subject, ...numbers] = args.filter((one) => !one.startsWith('--'))
  const unknown = flags.find((flag) => flag !== '--quick')
  if (unknown || (subject && subject !== 'page' && !Object.hasOwn(SUBJECTS, subject))) {
    console.error(`There is no measurement "${unknown ?? subject}".\n${USAGE}`)
    for (const [name, { about }] of Object.entries(SUBJECTS)) console.error(`  ${name}: ${about}`)
    return 2
  }
  if (subject) return runTool(`bench/${subject}.ts`, [...numbers, ...flags])
  const failed = []
  for (const name of Object.keys(SUBJECTS)) {
    console.log(`\n${name}: ${SUBJECTS[name].about}`)
    if ((await runTool(`bench/${name}.ts`, flags)) !== 0) failed.push(name)
  }
  const written = await runTool('bench/page.ts')
  if (failed.length > 0) console.error(`Not measured, see above: ${failed.join(', ')}.`)
  return failed.length > 0 ? 1 : written
}
