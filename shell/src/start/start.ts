// The first script of a page that came with its content. It is a file of its own, without imports: the
// page is complete without the application, which is fetched once everything is there that is looked
// at, or as soon as somebody does something.

type LaterFile = { href: string; integrity?: string; as: 'script' | 'fetch'; crossOrigin?: string }
type Start = { scripts: LaterFile[]; preloads: LaterFile[] }

/** A picture that does not arrive must not keep the page from answering. */
const LONGEST_WAIT_MS = 4_000
const QUIET_MS = 200
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'touchstart', 'focusin'] as const

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
let pressed: HTMLButtonElement | undefined

function preload({ href, as, integrity, crossOrigin }: LaterFile) {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = as
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
  for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, start, true)
  scripts.forEach(load)
  preloads.forEach(preload)
}

/** Links, forms and what opens by itself work without the application; other buttons wait for it. */
function remember({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest('button') : null
  if (button?.type === 'button' && !button.hasAttribute('popovertarget')) pressed = button
}

/** What was pressed too early is pressed again when something listens to it. */
function catchUp() {
  removeEventListener('click', remember, true)
  if (pressed?.isConnected) pressed.click()
}

/** What is loaded is not painted yet: pictures are decoded, and the largest has to stand for a moment. */
async function startWhenPainted() {
  const pictures = [...document.images].filter(({ loading }) => loading !== 'lazy')
  await Promise.allSettled(pictures.map((picture) => picture.decode()))
  if (!PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) {
    setTimeout(start, QUIET_MS)
    return
  }
  let quiet: number | undefined
  new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = window.setTimeout(start, QUIET_MS)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
}

for (const sign of SIGNS_OF_LIFE) addEventListener(sign, start, { capture: true, passive: true })
if (document.readyState === 'complete') void startWhenPainted()
else addEventListener('load', () => void startWhenPainted(), { once: true })
setTimeout(start, LONGEST_WAIT_MS)
addEventListener('click', remember, true)
addEventListener('taken-over', catchUp, { once: true })
