import { passSignals, runTool } from './processes.mjs'

/** The whole site under development on one port, until Ctrl-C. */
export function dev(args) {
  passSignals()
  // The channel lets it notice that this process is gone, however it went.
  return runTool('tools/dev/dev.ts', args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}
