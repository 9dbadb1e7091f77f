import { startDemoTemplate } from './demo-template.ts'
import { loadDemo, loadDemoData } from './site.ts'

/** Loads the demo programme once for all browser tests; each site starts from a copy. */
export default async function globalSetup() {
  // Encoding goes on for minutes after a start, and takes its share of the processors from the browser.
  process.env['PREPARE_AVIF'] ??= 'off'
  // On several machines each site has a server of its own, in its folder.
  if (process.env['TOPOLOGY'] !== 'replicas') return startDemoTemplate(loadDemo)
  process.env['AWARDS_DEMO_DATA'] = await loadDemoData()
  return undefined
}
