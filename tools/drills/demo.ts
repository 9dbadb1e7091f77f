import { demoData, loadDemoData } from '../../e2e/src/harness/site.ts'

/** A copy of the demo programme, loaded once for a drill; both go with the process. */
export async function demoFolder(): Promise<string> {
  process.env['AWARDS_DEMO_DATA'] ??= await loadDemoData()
  return demoData()
}

/** What every site of a drill is started with: nothing in the background, and failures alone logged. */
export const QUIET = { PREPARE_AVIF: 'off', LOG_LEVEL: 'error' }
