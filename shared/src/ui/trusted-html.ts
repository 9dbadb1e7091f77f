import { isHarmlessHtml } from '../browser/harmless-html.ts'

const harmless = (html: string) => (isHarmlessHtml(html) ? html : html.replaceAll('<', '&lt;'))

let policy: { createHTML(html: string): string } | undefined

/**
 * Text of the programme as HTML that the page accepts (`__html`). The server has cleaned it; should
 * something else be in it all the same, it is shown as it is written and does nothing.
 */
export function trustedHtml(html: string): string {
  policy ??= globalThis.window?.trustedTypes?.createPolicy('awards-html', { createHTML: harmless })
  return policy ? policy.createHTML(html) : harmless(html)
}
