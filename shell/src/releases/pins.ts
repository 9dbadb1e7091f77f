import { createStore, storedText } from '@awards/shared/browser/store'
import { siteConfiguration } from '@awards/shared/client'
import {
  formatPins,
  PIN_PARAMETER,
  type Pin,
  formatPin,
  parsePins,
  readDocumentPins,
  registryPaths,
  SHELL_PIN,
  type PinProblem,
} from '@awards/shared/releases'
import { useSyncExternalStore } from 'react'
import { hasUnsavedWork, reloadWhenSaved } from './reload.ts'

const partsOf = (search: string) => search.replace(/^\?/, '').split('&').filter(Boolean)
const isPinPart = (part: string) => new URLSearchParams(part).has(PIN_PARAMETER)

/** What the address asks for; undefined when it says nothing about pins. */
function pinsOfAddress(): string | undefined {
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

/** A shareable link to this page with these releases. */
export const linkWithPins = (pins: readonly Pin[]) => window.location.origin + addressWith(pins)

/** Takes the pins out of the address bar. A path that begins with `//` would name another site. */
const cleanAddress = () => window.history.replaceState(window.history.state, '', linkWithPins([]))

const stored = storedText('mfe-pins', 'sessionStorage')

/** The pins of this tab, parsed and validated at every read: other scripts can write to the storage. */
const readPins = () => parsePins(stored.read() ?? '')

/** Keeps pins for the next documents of this tab; false where the browser blocks storage. */
function writePins(pins: readonly Pin[]): boolean {
  if (pins.length > 0) return stored.write(formatPins(pins))
  stored.remove()
  return true
}

export type PinState = {
  /** What this document was started with. */
  readonly current: readonly Pin[]
  /** What the next document of this tab will be started with. */
  readonly next: readonly Pin[]
  /** Malformed pins of the address, verbatim. */
  readonly malformed: readonly string[]
  /** Pins were asked for on a site that has none. */
  readonly refused: boolean
  /** The browser keeps nothing, so the pins end with this document. */
  readonly unkept: boolean
  /** An address with an empty `?mfe=` asks for the panel and changes nothing. */
  readonly isPanelAsked: boolean
  readonly problems: readonly PinProblem[]
}

const NOTHING: PinState = {
  current: [],
  next: [],
  malformed: [],
  refused: false,
  unkept: false,
  isPanelAsked: false,
  problems: [],
}

const store = createStore(NOTHING)
const update = (part: Partial<PinState>) => store.set({ ...store.get(), ...part })

/** Everything about pins, in the shape that `useSyncExternalStore` wants. */
export const pinStore = { subscribe: store.subscribe, getSnapshot: store.get }

/** Pins exist where the operator says so; `preview` leaves it to the server which versions. */
const pinsAllowed = () => siteConfiguration().pins !== 'off'

/**
 * Takes the snapshot of this document, before anything else asks for a remote. The pins of the address
 * take the place of those that the tab keeps, and leave the address bar.
 */
export function startPins() {
  const asked = pinsOfAddress()
  const kept = readPins()
  if (!pinsAllowed()) {
    const refused = asked !== undefined || kept.pins.length + kept.malformed.length > 0
    writePins([])
    if (asked !== undefined) cleanAddress()
    update({ ...NOTHING, refused })
    return
  }
  const { pins, malformed } = parsePins(asked ?? '')
  // An address that holds nothing but garbage changes nothing.
  const current = pins.length > 0 ? pins : kept.pins
  const isKept = writePins(current)
  if (asked !== undefined) cleanAddress()
  update({
    ...NOTHING,
    current,
    next: current,
    malformed: [...malformed, ...kept.malformed],
    unkept: !isKept,
    isPanelAsked: asked === '',
  })
  if (isDocumentOfTab()) {
    update({ problems: documentPins()?.problems ?? [] })
    renewed.remove()
  } else if (shellIn(documentPins()?.pins ?? []) === shellIn(current)) keepOnServer(current)
  else renewDocument(current)
}

const shellIn = (pins: readonly Pin[]) => pins.find(({ name }) => name === SHELL_PIN)?.at

/** The pins for which this tab has asked for another document. */
const renewed = storedText('mfe-shell-asked', 'sessionStorage')

/**
 * Asks for the document of another shell: remotes can be loaded at other releases, but the shell is what runs already. Once
 * only, since a browser that takes no cookie would ask for ever.
 */
function renewDocument(pins: readonly Pin[]) {
  const asked = formatPins(pins)
  if (renewed.read() === asked || !renewed.write(asked)) return
  void fetch(registryPaths.pins, { method: 'POST', body: asked }).then(
    () => window.location.reload(),
    (cause: unknown) => console.error(cause),
  )
}

const samePins = (one: readonly Pin[], other: readonly Pin[]) =>
  one.map(formatPin).sort().join() === other.map(formatPin).sort().join()

/** The pins by which the server rendered this document. */
function documentPins() {
  try {
    const text = document.getElementById('pins')?.textContent
    return text ? readDocumentPins(JSON.parse(text)) : undefined
  } catch (cause) {
    console.error(cause)
    return undefined
  }
}

/** Whether the server rendered this document by the pins of this tab; those of a browser are kept together. */
export const isDocumentOfTab = () => samePins(documentPins()?.pins ?? [], activePins())

/** Has the server render the next documents of this browser by these pins. */
function keepOnServer(pins: readonly Pin[]) {
  // Where it does not arrive in time, the next document is rendered by other pins, and its tab renders it once more.
  navigator.sendBeacon?.(registryPaths.pins, formatPins(pins))
}

/** The pins of this document. Changes apply from the next document on. */
export const activePins = (): readonly Pin[] => store.get().current

/** Whether this document holds a remote at a release. */
export const isPinned = (name: string): boolean =>
  store.get().current.some((pin) => pin.name === name)

/** Why the pin of a remote cannot be held, as the server says. */
export function pinProblemOf(name: string): PinProblem['problem'] | undefined {
  const { current, problems } = store.get()
  const pin = current.find((one) => one.name === name)
  return pin && problems.find((one) => one.pin === formatPin(pin))?.problem
}

/** The person has read what was said about the pins of the address. */
export const dismissPinMessages = () => update({ malformed: [], refused: false })

/** Takes note of what the server says about the pins of this document. */
export const setPinProblems = (problems: readonly PinProblem[]) => update({ problems })

/**
 * Stores exactly these pins and reloads the document. With unsaved work it stores them without a reload, and returns
 * false.
 */
export function setPins(wanted: readonly Pin[]): boolean {
  const next = parsePins(formatPins(wanted)).pins
  const isKept = writePins(next)
  update({ next, unkept: !isKept })
  keepOnServer(next)
  if (isKept) return reloadWhenSaved()
  if (hasUnsavedWork()) return false
  // A browser that keeps nothing still takes them from the address.
  window.location.assign(linkWithPins(next))
  return true
}

/** Holds a remote at a version or a channel from the next document on; without `at` lets it go. */
export function setPin(name: string, at?: string): boolean {
  const others = readPins().pins.filter((pin) => pin.name !== name)
  return setPins(at === undefined ? others : [...others, { name, at }])
}

/** Lets all remotes go from the next document on. */
export const resetPins = (): boolean => setPins([])

/** Everything about the pins of this tab. */
export const usePins = () => useSyncExternalStore(pinStore.subscribe, pinStore.getSnapshot)
