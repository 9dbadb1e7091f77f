import { passSignals, runTool } from './processes.mjs'

/** Commands of the remotes; each may be started in the folder of a remote too. */
export function mfe(args) {
  passSignals()
  const INIT_CWD = process.env.INIT_CWD ?? process.cwd()
  return runTool('tools/mfe/mfe.ts', args, { env: { INIT_CWD } })
}
