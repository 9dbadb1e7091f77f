import type { Page } from '@playwright/test'
import { eventually } from './until.ts'

const askedFor = async (url: string) => {
  const answer = await fetch(url, { redirect: 'manual' })
  return { status: answer.status, body: await answer.text() }
}

/** A public document with its content: a busy machine may send one without, which the browser then fills. */
export async function rendered(url: string): Promise<{ status: number; body: string }> {
  const document = await eventually(
    () => askedFor(url),
    ({ body }) => body.includes('data-rendered='),
  )
  if (!document.body.includes('data-rendered=')) throw new Error(`${url} has no content`)
  return document
}

/** For the next seconds the site has the content of this page at hand. */
export const untilRendered = async (url: string) => void (await rendered(url))

/** Opens a page in a tab without scripts, which nothing would fill if a busy machine sent it without content. */
export const openRendered = (page: Page, path: string) =>
  eventually(async () => {
    await page.goto(path)
    return page.locator('[data-rendered]').count()
  }, Boolean)
