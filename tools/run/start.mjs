import { passSignals, runTool } from './processes.mjs'

/** Builds what has changed, then runs the server until Ctrl-C. */
export async function start() {
  passSignals()
  const built = await runTool('tools/build.mjs')
  if (built !== 0) {
    console.error('The site could not be built; the messages above say why.')
    return built
  }
  // The channel lets the server notice that this process is gone, however it went.
  return runTool('api/src/main.ts', [], { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}
