// The first script of a server-rendered page: a file of its own, without imports. It prefetches the application once
// the page is painted, and starts it at the first input; for returning visitors it starts without waiting for input.

type LaterFile = { href: string; integrity?: string; as?: 'script' | 'fetch'; isCors: boolean }
type Start = { scripts: LaterFile[]; preloads: LaterFile[] }

/** Upper bound: a picture that does not arrive must not delay the application. */
const LONGEST_WAIT_MS = 4_000
const QUIET_MS = 200
/** Starts the application without input too, so that countdowns to deadlines run. */
const UNTOUCHED_MS = 10_000
/** Input that expects an answer, even of a page that is not painted yet. */
const INPUT_EVENTS = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'click', 'input'] as const
/** Activity that announces input. */
const ACTIVITY_EVENTS = ['pointermove', 'scroll'] as const
const EARLY = { capture: true, passive: true }

const own = (address: string): string => {
  if (!/^\/(assets|mfe|mfe-b)\/[\w./@-]+$/.test(address)) throw new TypeError(address)
  return address
}
// The names of policies that a page may use stand in its headers; this one makes addresses alone.
const policy = window.trustedTypes?.createPolicy('awards-start', { createScriptURL: own })

const { scripts, preloads } = JSON.parse(
  document.getElementById('start')?.textContent || '{"scripts":[],"preloads":[]}',
) as Start
let isStarted = false
let isPainted = false
let pressed: HTMLButtonElement | undefined

function hint(rel: 'preload' | 'prefetch', { href, as, integrity, isCors }: LaterFile) {
  const link = document.createElement('link')
  link.rel = rel
  if (as) link.as = as
  if (integrity) link.integrity = integrity
  if (isCors) link.crossOrigin = 'anonymous'
  link.href = href
  document.head.append(link)
}

function load({ href, integrity, isCors }: LaterFile) {
  const script = document.createElement('script')
  if (integrity) script.integrity = integrity
  // As `Integrity-Policy` demands; a hint is used if its mode is the same.
  if (isCors) script.crossOrigin = 'anonymous'
  // Keeps the order of execution.
  script.async = false
  script.src = (policy ? policy.createScriptURL(href) : own(href)) as string
  document.head.append(script)
}

function start() {
  if (isStarted) return
  isStarted = true
  for (const name of [...INPUT_EVENTS, ...ACTIVITY_EVENTS]) removeEventListener(name, start, true)
  scripts.forEach(load)
  preloads.forEach((file) => hint('preload', file))
}

/** Returning visitors have data of the application in storage. */
function isReturningVisitor(): boolean {
  try {
    return localStorage.length > 0 || sessionStorage.length > 0
  } catch {
    // Storage is switched off.
    return false
  }
}

/** Runs once the page is painted: prefetches the application, which waits for activity. */
function painted() {
  if (isPainted || isStarted) return
  isPainted = true
  if (isReturningVisitor() || document.getElementById('submitted')) return start()
  for (const file of [...scripts, ...preloads]) {
    if (file.as !== 'fetch') hint('prefetch', file)
  }
  for (const name of ACTIVITY_EVENTS) addEventListener(name, start, EARLY)
  setTimeout(start, UNTOUCHED_MS)
}

/** Waits for decoded pictures and for a largest contentful paint that stays the last one for `QUIET_MS`. */
async function whenPainted() {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  if (!PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) {
    setTimeout(painted, QUIET_MS)
    return
  }
  let quiet: number | undefined
  new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = window.setTimeout(painted, QUIET_MS)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

/** Records the press of a button without native behaviour; links, forms and commands of dialogs work by themselves. */
function recordPress({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest('button') : null
  // Browsers that do not know `command` have no such property.
  if (button?.type === 'button' && !button.commandForElement) pressed = button
}

/** How long a press is held while the application loads; then the browser does it. */
const LONGEST_HOLD_MS = 4_000
let held: { press: () => void; shown: Element } | undefined

/** Presses that ask for another tab, a window or a download belong to the browser. */
const isForBrowser = (event: Event) =>
  event instanceof MouseEvent &&
  (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)

/** The button that shows the press of a form: the one for the key Enter is not on screen. */
function shownButton(form: HTMLFormElement, submitter: HTMLElement | null) {
  if (submitter && submitter.tabIndex >= 0) return submitter
  return [...form.querySelectorAll('button[type="submit"]')].at(-1) ?? form
}

/**
 * Holds the press of an element marked `data-hold` (a form, or a link beside one) until React answers it: done by the
 * browser, it would leave the document, and with it what has been typed. What was pressed looks busy meanwhile.
 */
function hold(event: Event) {
  const { target } = event
  const marked = target instanceof Element ? target.closest<HTMLElement>('[data-hold]') : null
  const isForm = marked instanceof HTMLFormElement
  if (!marked || isForm !== (event.type === 'submit') || isForBrowser(event)) return
  event.preventDefault()
  if (held) showHeld(held.shown, false)
  else setTimeout(release, LONGEST_HOLD_MS)
  const submitter = event instanceof SubmitEvent ? event.submitter : null
  held = isForm
    ? { press: () => marked.requestSubmit(submitter), shown: shownButton(marked, submitter) }
    : { press: () => marked.click(), shown: marked }
  showHeld(held.shown, true)
}

function showHeld(element: Element, isHeld: boolean) {
  element.toggleAttribute('data-held', isHeld)
  if (isHeld) element.setAttribute('aria-busy', 'true')
  else element.removeAttribute('aria-busy')
}

function release() {
  removeEventListener('click', hold, true)
  removeEventListener('submit', hold, true)
  if (!held) return
  showHeld(held.shown, false)
  held.press()
  held = undefined
}

/** Repeats the last press that no page could answer. Forms read their fields themselves (useServerRenderedForm). */
function hydrated() {
  removeEventListener('click', recordPress, true)
  if (pressed?.isConnected) pressed.click()
  release()
}

for (const name of INPUT_EVENTS) addEventListener(name, start, EARLY)
if (document.readyState === 'complete') void whenPainted()
else addEventListener('load', () => void whenPainted(), { once: true })
setTimeout(painted, LONGEST_WAIT_MS)
addEventListener('click', recordPress, true)
addEventListener('click', hold, true)
addEventListener('submit', hold, true)
addEventListener('hydrated', hydrated, { once: true })
