import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, run as runAxe } from 'axe-core'
import type { Page } from '@playwright/test'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds on the page as it stands: rule, elements, and what is wrong with the first. */
export async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults, string[]>(async (values) => {
    const { axe } = globalThis as unknown as { axe: { run: typeof runAxe } }
    return axe.run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] })
  }, RULES)
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target }) => target.join(' ')).slice(0, 4)
    return `${id}: ${places.join(' | ')}: ${nodes[0]?.failureSummary ?? ''}`
  })
}
