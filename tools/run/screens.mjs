import { chromiumPath } from './chromium.mjs'
import { passSignals, runTool } from './processes.mjs'

/** Pictures of every screen for the documents; arguments name the screens to take again. */
export async function screens(args) {
  passSignals()
  const chromium = await chromiumPath()
  if (!chromium.path) {
    console.error(chromium.problem)
    return 1
  }
  const built = await runTool('tools/build.mjs')
  if (built !== 0) return built
  return runTool('e2e/screens.ts', args, { env: { CHROMIUM_PATH: chromium.path } })
}
