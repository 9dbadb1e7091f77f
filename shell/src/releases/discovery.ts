import { storedJson } from '@awards/shared/browser/store'
import {
  LAST_GOOD_MS,
  parseDiscovery,
  type DiscoveryDocument,
  formatPins,
  MANIFEST_TIMEOUT_MS,
  readPinRefusal,
  type DiscoveryEntry,
} from '@awards/shared/releases'
import { activePins, isDocumentOfTab, isPinned, pinProblemOf, setPinProblems } from './pins.ts'
import { takeReleasePages } from '../app/layout/navigation.ts'
import { classify, LoadError } from './failures/remote-error.ts'

/** The last valid document of this browser, for a start without an answer; invalid when too old or tampered with. */
const lastGood = storedJson('discovery-last-good', 'localStorage', (stored) => {
  const { at, document } = stored as Record<string, unknown>
  const age = typeof at === 'number' ? Date.now() - at : Infinity
  if (!(age >= 0 && age <= LAST_GOOD_MS)) throw new RangeError('too old')
  return { at, document: parseDiscovery(document) }
})

const ELEMENT_ID = 'discovery'
const ADDRESS = '/discovery.json'

type Known = { document: DiscoveryDocument; withPins: boolean }
let known: Known | undefined

const address = () =>
  activePins().length > 0
    ? `${ADDRESS}?pin=${encodeURIComponent(formatPins(activePins()))}`
    : ADDRESS

/** The document that the server wrote into the page; one that is not valid counts as none. */
function inlined(): DiscoveryDocument | undefined {
  const text = document.getElementById(ELEMENT_ID)?.textContent
  if (!text) return undefined
  try {
    return parseDiscovery(JSON.parse(text))
  } catch (cause) {
    console.error(cause)
    return undefined
  }
}

function remember(document: DiscoveryDocument, withPins: boolean) {
  known = { document, withPins }
  takeReleasePages(document)
  // Pinned releases apply to this tab alone.
  if (!withPins) lastGood.write({ at: Date.now(), document })
  return document
}

/** Fetches discovery; revalidation (ETag) makes an unchanged document cheap. */
export async function fetchDiscovery(): Promise<DiscoveryDocument> {
  const url = address()
  try {
    const response = await fetch(url, {
      cache: 'no-cache',
      redirect: 'error',
      signal: AbortSignal.timeout(MANIFEST_TIMEOUT_MS),
    })
    const { ok, status } = response
    if (status === 422) setPinProblems(readPinRefusal(await response.json()))
    if (ok) {
      const answer: unknown = await response.json()
      // Pins of the list that cannot be held stand beside the document.
      const { problems, ...document } = answer as Record<string, unknown>
      setPinProblems(problems === undefined ? [] : readPinRefusal({ problems }))
      return remember(parseDiscovery(document), activePins().length > 0)
    }
    throw new LoadError({ phase: 'discovery', kind: 'http', status, url }, `${url}: ${status}`)
  } catch (cause) {
    if (cause instanceof LoadError) throw cause
    const { kind } = classify(cause)
    const problem = { phase: 'discovery', kind: kind === 'evaluation' ? 'invalid' : kind } as const
    throw new LoadError({ ...problem, url }, String(cause), { cause })
  }
}

/** What this tab knows at the moment. */
export const knownDiscovery = () => known?.document

/**
 * The document that joins the remotes: the one written into the page, else one from the server, else
 * the last good one of this browser. `fresh` bypasses the document in memory before a retry.
 */
export async function discovery({ fresh = false } = {}): Promise<DiscoveryDocument> {
  if (known && !fresh) return known.document
  const start = known ? undefined : inlined()
  // A document for the pins of another tab of this browser, or for none, is not for this one.
  if (start && isDocumentOfTab()) return remember(start, activePins().length > 0)
  try {
    return await fetchDiscovery()
  } catch (cause) {
    const last = known?.document ?? start ?? lastGood.read()?.document
    if (!last) throw cause
    known ??= { document: last, withPins: false }
    takeReleasePages(known.document)
    return last
  }
}

/** The releases of a remote, that of this visitor first. */
export async function releasesOf(name: string, options?: { fresh?: boolean }) {
  const { microFrontends } = await discovery(options)
  const refuse = (message: string) =>
    new LoadError({ phase: 'discovery', kind: 'invalid' }, message)
  const problem = pinProblemOf(name)
  if (problem) throw refuse(`the pin of ${name} cannot be held: ${problem}`)
  if (isPinned(name) && !known?.withPins) throw refuse(`the pin of ${name} could not be asked for`)
  const [wanted, ...others] = microFrontends[name] ?? []
  if (!wanted) throw refuse(`no release of ${name} is deployed`)
  return { wanted, others } satisfies { wanted: DiscoveryEntry; others: DiscoveryEntry[] }
}
