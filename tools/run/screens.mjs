import { chromiumPath } from './chromium.mjs'
import { passSignals, runTool } from './processes.mjs'

/** Builds, and runs a script that opens the site in Chromium. */
const inChromium = (script) => async (args) => {
  passSignals()
  const chromium = await chromiumPath()
  if (!chromium.path) {
    console.error(chromium.problem)
    return 1
  }
  const built = await runTool('tools/build.mjs')
  if (built !== 0) return built
  return runTool(script, args, { env: { CHROMIUM_PATH: chromium.path } })
}

/** Pictures of every screen for the documents; arguments name the screens to take again. */
export const screens = inChromium('e2e/screens.ts')

/** Every page of the sitemap in every language, width and look: a folder for pictures, part of an address. */
export const crawl = inChromium('e2e/crawl.ts')
