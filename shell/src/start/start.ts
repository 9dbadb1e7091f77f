// The first script of a server-rendered page: a file of its own, without imports. It prefetches the application once
// the page is painted, and starts it at the first input; for returning visitors it starts without waiting for input.

type LaterFile = { href: string; integrity?: string; as?: 'script' | 'fetch'; crossOrigin?: string }
type Start = { scripts: LaterFile[]; preloads: LaterFile[] }
type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Upper bound: a picture that does not arrive must not delay the application. */
const LONGEST_WAIT_MS = 4_000
const QUIET_MS = 200
/** Starts the application without input too, so that countdowns to deadlines run. */
const UNTOUCHED_MS = 10_000
const DRAWN_MS = 50
const LONGEST_DRAWN_MS = 2_000
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
let composed: EventTarget | null = null

function hint(rel: 'preload' | 'prefetch', { href, as, integrity, crossOrigin }: LaterFile) {
  const link = document.createElement('link')
  link.rel = rel
  if (as) link.as = as
  if (integrity) link.integrity = integrity
  if (crossOrigin !== undefined) link.crossOrigin = crossOrigin
  link.href = href
  document.head.append(link)
}

function load({ href, integrity }: LaterFile) {
  const script = document.createElement('script')
  if (integrity) script.integrity = integrity
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
let held: (() => void) | undefined

/**
 * Holds the press of an element marked `data-hold` (a form, or a link beside one) until React answers it: done by the
 * browser, it would leave the document, and with it what has been typed.
 */
function hold(event: Event) {
  const { target } = event
  const marked = target instanceof Element ? target.closest<HTMLElement>('[data-hold]') : null
  const isForm = marked instanceof HTMLFormElement
  if (!marked || isForm !== (event.type === 'submit')) return
  event.preventDefault()
  if (!held) setTimeout(release, LONGEST_HOLD_MS)
  held = () => (isForm ? marked.requestSubmit() : marked.click())
}

function release() {
  removeEventListener('click', hold, true)
  removeEventListener('submit', hold, true)
  held?.()
  held = undefined
}

const isTicked = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** Current value of a field. */
const stateOf = (field: FormField) => (isTicked(field) ? field.checked : field.value)

/** Whether its value differs from the server's; a select without a default starts with its first option. */
function isChanged(field: FormField): boolean {
  if (isTicked(field)) return field.checked !== field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const sent = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  return field.selectedIndex !== Math.max(sent, 0)
}

/** Replays a tick; of a radio group only the chosen button. */
function replayTick(field: HTMLInputElement, wanted: boolean) {
  if (field.type === 'radio' && !wanted) return
  field.checked = !wanted
  field.click()
}

/** Replays text, bypassing the value tracker that React keeps on the element. */
function replayText(field: Exclude<FormField, HTMLSelectElement>, wanted: string) {
  const { selectionStart, selectionEnd } = field
  const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
  field.value = ''
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, wanted)
  if (selectionStart !== null && field === document.activeElement) {
    field.setSelectionRange(selectionStart, selectionEnd)
  }
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Replays a change made before hydration. React reports a change only where a field differs from the value that it
 * found at hydration.
 */
function replayField(field: FormField, wanted: string | boolean) {
  // Skips a field during IME composition: React receives the end of it.
  if (field === composed) return
  if (isTicked(field)) return replayTick(field, wanted === true)
  const isSelect = field instanceof HTMLSelectElement
  if (!isSelect && field.type !== 'file') return replayText(field, String(wanted))
  if (isSelect) field.value = String(wanted)
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Waits until React has rendered the replayed value: the next replay starts from that state. */
async function whenRendered(field: FormField, wanted: string | boolean) {
  for (let waited = 0; waited < LONGEST_DRAWN_MS; waited += DRAWN_MS) {
    await new Promise((goOn) => setTimeout(goOn, DRAWN_MS))
    if (stateOf(field) === wanted) return
  }
}

/** Replays input made before hydration. */
async function replayInput() {
  removeEventListener('click', recordPress, true)
  const heard = new Set<EventTarget | null>()
  const hear = ({ isTrusted, target }: Event) => isTrusted && heard.add(target)
  addEventListener('input', hear, true)
  const fields = [...document.querySelectorAll<FormField>('input, select, textarea')]
  // One change may re-render the others with their old values, so all are read first.
  const early = fields.filter(isChanged).map((field) => [field, stateOf(field)] as const)
  for (const [field, wanted] of early) {
    // A field that the visitor has changed again needs no replay.
    if (field.isConnected && !heard.has(field)) {
      replayField(field, wanted)
      await whenRendered(field, wanted)
    }
  }
  removeEventListener('input', hear, true)
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
addEventListener('compositionstart', ({ target }) => (composed = target), true)
addEventListener('compositionend', () => (composed = null), true)
addEventListener('hydrated', () => void replayInput(), { once: true })
