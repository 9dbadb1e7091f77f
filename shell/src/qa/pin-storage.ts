import { formatPins, parsePins } from '@awards/shared/platform'

const KEY = 'mfe-pins'

/** What this tab keeps, parsed anew at every read: whoever can write there is not trusted. */
export function readPins() {
  try {
    return parsePins(window.sessionStorage.getItem(KEY) ?? '')
  } catch {
    return { pins: [], malformed: [] }
  }
}

/** Keeps pins for the next documents of this tab; false where the browser lets nothing be kept. */
export function writePins(pins: Parameters<typeof formatPins>[0]): boolean {
  try {
    if (pins.length === 0) window.sessionStorage.removeItem(KEY)
    else window.sessionStorage.setItem(KEY, formatPins(pins))
    return true
  } catch {
    return pins.length === 0
  }
}
