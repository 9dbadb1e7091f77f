import { passSignals, runTool } from './processes.mjs'

const FLAGS = ['--force', '--mono']

/** Builds what has changed; with `--mono` the same sources as one bundle, for the benchmark of the federation. */
export function build(args) {
  const unknown = args.find((one) => one.startsWith('-') && !FLAGS.includes(one))
  if (unknown) {
    console.error(`There is no option ${unknown}. Give packages, ${FLAGS.join(' or ')}.`)
    return 2
  }
  passSignals()
  const isMono = args.includes('--mono')
  const others = args.filter((one) => one !== '--mono')
  return runTool(isMono ? 'tools/build-mono.mjs' : 'tools/build.mjs', others)
}
