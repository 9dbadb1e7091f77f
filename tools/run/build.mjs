import { passSignals, runTool } from './processes.mjs'

/** Builds what has changed; with `--mono` the same sources as one bundle, for the benchmark of the federation. */
export function build(args) {
  passSignals()
  const isMono = args.includes('--mono')
  const others = args.filter((one) => one !== '--mono')
  return runTool(isMono ? 'tools/build-mono.mjs' : 'tools/build.mjs', others)
}
