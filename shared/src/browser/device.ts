export type Device = {
  /** Name and major version. */
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly kind: 'desktop' | 'phone' | 'tablet' | 'unknown'
}

// Browsers also carry the names of those that they resemble, so the rarer names come first.
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|OPiOS)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//],
] as const
const SYSTEMS = [
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** A program that is no browser gives its name and version first. */
const PROGRAM = /^((?!Mozilla\b)[\w.-]{1,30})(?:\/(\d{1,6})|$)/

function browserOf(userAgent: string) {
  for (const [name, mark] of BROWSERS) {
    const version = mark.exec(userAgent)?.[1]
    if (version) return `${name} ${version}`
  }
  return PROGRAM.exec(userAgent)?.slice(1).filter(Boolean).join(' ')
}

function kindOf(userAgent: string, system: string | undefined): Device['kind'] {
  const isMobile = /\bMobile\b/.test(userAgent)
  if (/\biPad\b/.test(userAgent) || (system === 'Android' && !isMobile)) return 'tablet'
  if (isMobile) return 'phone'
  return system ? 'desktop' : 'unknown'
}

/** The device that a browser says it runs on (its `User-Agent`); what it does not say is left open. */
export function deviceOf(userAgent: string): Device {
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0]
  return { browser: browserOf(userAgent), system, kind: kindOf(userAgent, system) }
}
