// The first script of a page that came with its content. It is a file of its own, without imports: the
// page is complete without the application, which is fetched once everything is there that is looked
// at. It runs as soon as somebody does something; for who has been here before, without waiting for it.

type LaterFile = { href: string; integrity?: string; as?: 'script' | 'fetch'; crossOrigin?: string }
type Start = { scripts: LaterFile[]; preloads: LaterFile[] }
type FormField = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A picture that does not arrive must not keep the page from answering. */
const LONGEST_WAIT_MS = 4_000
const QUIET_MS = 200
/** What counts by itself, as deadlines do, shall count for those too who only look. */
const UNTOUCHED_MS = 10_000
const DRAWN_MS = 50
const LONGEST_DRAWN_MS = 2_000
/** Whoever does one of these waits for an answer, even of a page that is not painted yet. */
const WISHES = ['pointerdown', 'keydown', 'touchstart', 'focusin', 'click', 'input'] as const
/** Whoever does one of these may want something soon. */
const SIGNS_OF_LIFE = ['pointermove', 'scroll'] as const
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
  // Of several the order counts.
  script.async = false
  script.src = (policy ? policy.createScriptURL(href) : own(href)) as string
  document.head.append(script)
}

function start() {
  if (isStarted) return
  isStarted = true
  for (const sign of [...WISHES, ...SIGNS_OF_LIFE]) removeEventListener(sign, start, true)
  scripts.forEach(load)
  preloads.forEach((file) => hint('preload', file))
}

/** The application keeps what it needs next time, a session among it, so whoever used it left a trace. */
function wasHereBefore(): boolean {
  try {
    return localStorage.length > 0 || sessionStorage.length > 0
  } catch {
    // Storage is switched off.
    return false
  }
}

/** Everything that is looked at is there: the application is fetched, and waits for somebody who acts. */
function painted() {
  if (isPainted || isStarted) return
  isPainted = true
  if (wasHereBefore()) return start()
  for (const file of [...scripts, ...preloads]) {
    if (file.as !== 'fetch') hint('prefetch', file)
  }
  for (const sign of SIGNS_OF_LIFE) addEventListener(sign, start, EARLY)
  setTimeout(start, UNTOUCHED_MS)
}

/** What is loaded is not painted yet: pictures are decoded, and the largest has to stand for a moment. */
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

/** Links, forms and what opens by itself work without the application; other buttons wait for it. */
function rememberPress({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest('button') : null
  if (button?.type === 'button' && !button.hasAttribute('popovertarget')) pressed = button
}

const isTicked = (field: FormField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')

/** What is chosen or written in a field. */
const stateOf = (field: FormField) => (isTicked(field) ? field.checked : field.value)

/** Whether it is otherwise than the server has sent it; a list of choices begins with its first. */
function isChanged(field: FormField): boolean {
  if (isTicked(field)) return field.checked !== field.defaultChecked
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const sent = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  return field.selectedIndex !== Math.max(sent, 0)
}

/** Ticks a field again; of a group of radio buttons the one that is chosen tells it. */
function tickAgain(field: HTMLInputElement, wanted: boolean) {
  if (field.type === 'radio' && !wanted) return
  field.checked = !wanted
  field.click()
}

/** Writes into a field again, past the memory that React keeps at the element. */
function writeAgain(field: Exclude<FormField, HTMLSelectElement>, wanted: string) {
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
 * Tells the application what was chosen or written before it listened. React hears of a change only
 * where a field differs from what it knows, and what it knows is what it has found.
 */
function tellAgain(field: FormField, wanted: string | boolean) {
  // Who is in the middle of a Chinese word is not disturbed: its end is heard.
  if (field === composed) return
  if (isTicked(field)) return tickAgain(field, wanted === true)
  const isSelect = field instanceof HTMLSelectElement
  if (!isSelect && field.type !== 'file') return writeAgain(field, String(wanted))
  if (isSelect) field.value = String(wanted)
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Until what was told is drawn: the next change is one of the page as it is then. */
async function drawn(field: FormField, wanted: string | boolean) {
  for (let waited = 0; waited < LONGEST_DRAWN_MS; waited += DRAWN_MS) {
    await new Promise((goOn) => setTimeout(goOn, DRAWN_MS))
    if (stateOf(field) === wanted) return
  }
}

/** What was done too early is done again when something listens to it. */
async function catchUp() {
  removeEventListener('click', rememberPress, true)
  const heard = new Set<EventTarget | null>()
  const hear = ({ isTrusted, target }: Event) => isTrusted && heard.add(target)
  addEventListener('input', hear, true)
  const fields = [...document.querySelectorAll<FormField>('input, select, textarea')]
  // One change may have the others drawn as they were before, so all are read first.
  const early = fields.filter(isChanged).map((field) => [field, stateOf(field)] as const)
  for (const [field, wanted] of early) {
    // What the visitor has changed once more by now has told itself.
    if (field.isConnected && !heard.has(field)) {
      tellAgain(field, wanted)
      await drawn(field, wanted)
    }
  }
  removeEventListener('input', hear, true)
  if (pressed?.isConnected) pressed.click()
}

for (const wish of WISHES) addEventListener(wish, start, EARLY)
if (document.readyState === 'complete') void whenPainted()
else addEventListener('load', () => void whenPainted(), { once: true })
setTimeout(painted, LONGEST_WAIT_MS)
addEventListener('click', rememberPress, true)
addEventListener('compositionstart', ({ target }) => (composed = target), true)
addEventListener('compositionend', () => (composed = null), true)
addEventListener('hydrated', () => void catchUp(), { once: true })
