const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const

const named = (list: readonly (readonly [string, RegExp])[], agent: string) =>
  list.find(([, mark]) => mark.test(agent))?.[0]

/** Browser and system, as far as a browser names them; undefined where it names neither. */
export const deviceName = (agent: string): string | undefined =>
  [named(BROWSERS, agent), named(SYSTEMS, agent)].filter(Boolean).join(' · ') || undefined
