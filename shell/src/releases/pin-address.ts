import { formatPins, PIN_PARAMETER, type Pin } from '@awards/shared/platform'

const partsOf = (search: string) => search.replace(/^\?/, '').split('&').filter(Boolean)
const isPinPart = (part: string) => new URLSearchParams(part).has(PIN_PARAMETER)

/** What the address asks for; undefined when it says nothing about pins. */
export function pinsOfAddress(): string | undefined {
  const query = new URLSearchParams(window.location.search)
  return query.has(PIN_PARAMETER) ? query.getAll(PIN_PARAMETER).join(',') : undefined
}

/** Address of this page with other pins, or with none; everything else of it stays as it is written. */
function addressWith(pins: readonly Pin[]): string {
  const { pathname, search, hash } = window.location
  const parts = partsOf(search).filter((part) => !isPinPart(part))
  if (pins.length > 0) parts.push(`${PIN_PARAMETER}=${formatPins(pins)}`)
  return pathname + (parts.length > 0 ? `?${parts.join('&')}` : '') + hash
}

/** A link that shows this page to somebody else with the same releases. */
export const linkWithPins = (pins: readonly Pin[]) => window.location.origin + addressWith(pins)

/** Takes the pins out of the address bar. A path that begins with `//` would name another site. */
export const cleanAddress = () =>
  window.history.replaceState(window.history.state, '', linkWithPins([]))
