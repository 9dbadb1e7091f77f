import { demoData, newFolder, startSite, type Site } from '../../e2e/src/harness/site.ts'

/**
 * A site of its own with the demo programme, which goes with the process. AWARDS_DEMO_DATA names a folder that
 * a site has loaded and that nobody uses, to copy instead of loading the programme once more.
 */
export async function benchSite(env: Record<string, string> = {}): Promise<Site> {
  const dataDir = process.env['AWARDS_DEMO_DATA'] ? await demoData() : await newFolder()
  return startSite({ dataDir, env: { PREPARE_AVIF: 'off', ...env } })
}
