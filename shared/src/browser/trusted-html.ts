/** What the browser offers against markup that came from somewhere else (Trusted Types). */
type PolicyRules = {
  createHTML?: (html: string) => string | null
  createScript?: (script: string) => string | null
  createScriptURL?: (address: string) => string | null
}
type Policy = { createHTML(html: string): string; createScriptURL(address: string): unknown }

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: PolicyRules): Policy }
  }
}

const TAGS = 'p|h2|h3|h4|ul|ol|li|strong|em|blockquote|hr|br|table|thead|tbody|tr|th|td|mark'
const ADDRESS = '(?:https://|mailto:|/(?!/)|#)[^"<>\\\\]*'
const HARMLESS = new RegExp(
  [
    `</?(?:${TAGS}|a)>`,
    '<(?:br|hr) ?/>',
    '<th scope="col">',
    `<a href="${ADDRESS}"(?: rel="noopener")?>`,
  ].join('|'),
  'g',
)

/**
 * Whether nothing in a text can run: every `<` of it begins a tag that the server's own rendering of
 * editors' text writes, in just that spelling.
 */
export const isHarmlessHtml = (html: string) => !html.replace(HARMLESS, '').includes('<')

const harmless = (html: string) => (isHarmlessHtml(html) ? html : html.replaceAll('<', '&lt;'))

let policy: Policy | undefined

/**
 * Text of the programme as HTML that the page accepts (`__html`). The server has cleaned it; should
 * something else be in it all the same, it is shown as it is written and does nothing.
 */
export function trustedHtml(html: string): string {
  policy ??= globalThis.window?.trustedTypes?.createPolicy('awards-html', { createHTML: harmless })
  return policy ? policy.createHTML(html) : harmless(html)
}
