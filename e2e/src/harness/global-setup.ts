import { loadDemoData } from './site.ts'

/** Loads the demo programme once for all browser tests; each test file starts from a copy. */
export default async function globalSetup() {
  process.env['AWARDS_DEMO_DATA'] ??= await loadDemoData()
}
