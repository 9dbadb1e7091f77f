import { loadDemoData } from './site.ts'

/** Loads the demo programme once for all browser tests; each test file starts from a copy. */
export default async function globalSetup() {
  // Encoding goes on for minutes after a start, and takes its share of the processors from the browser.
  process.env['PREPARE_AVIF'] ??= 'off'
  process.env['AWARDS_DEMO_DATA'] ??= await loadDemoData()
}
