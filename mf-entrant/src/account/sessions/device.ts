import Bowser from 'bowser'

export type Device = {
  browser: string | undefined
  system: string | undefined
  kind: 'desktop' | 'phone' | 'tablet' | 'unknown'
}

const KINDS: Record<string, Device['kind']> = {
  desktop: 'desktop',
  mobile: 'phone',
  tablet: 'tablet',
}

/** A program that is no browser gives its name and version first. */
const program = (userAgent: string) =>
  /^([\w.-]{1,30})(?:\/(\d{1,6})|$)/.exec(userAgent)?.slice(1).filter(Boolean).join(' ')

/** The device that a browser says it runs on; what it does not say is left open. */
export function deviceOf(userAgent: string): Device {
  if (!userAgent) return { browser: undefined, system: undefined, kind: 'unknown' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const version = browser.version?.split('.')[0]
  const known = browser.name && [browser.name, version].filter(Boolean).join(' ')
  return {
    browser: known || program(userAgent),
    system: os.name,
    kind: KINDS[platform.type ?? ''] ?? 'unknown',
  }
}
