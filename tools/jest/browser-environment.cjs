const vm = require('node:vm')
const { default: JsdomEnvironment } = require('jest-environment-jsdom')

const { compileFunction } = vm

/**
 * V8 keeps what it compiled of a script for the next file of the worker, antd and React above all, unless the script has
 * a function for its dynamic imports. jest gives each script one; the transform leaves none that would call it.
 */
vm.compileFunction = (source, names, options) =>
  compileFunction(source, names, { ...options, importModuleDynamically: undefined })

/** Node's Request accepts Node's AbortSignal only; the router passes one of jsdom. */
class RequestOfAnySignal extends Request {
  constructor(input, { signal, ...init } = {}) {
    const controller = new AbortController()
    signal?.addEventListener('abort', () => controller.abort())
    super(input, { ...init, signal: controller.signal })
  }
}

/**
 * Replaces nwsapi's cache of 1,000 compiled selectors by an unlimited one: antd has more selectors, so each computed
 * style compiled all of them again, which took half of the time of a test with `findByRole`.
 */
function liftSelectorCacheLimit(document) {
  const impl = document[Object.getOwnPropertySymbols(document).find(isImpl)]
  // Both engines are created on first use.
  document.defaultView.getComputedStyle(document.documentElement)
  document.documentElement.matches('html')
  for (const engine of [impl._nwsapi, impl._nwsapiDontThrow]) {
    for (const name of ['matchLambdas', 'selectLambdas', 'matchResolvers', 'selectResolvers']) {
      const known = new Map()
      const { get, set, has, clear } = Map.prototype
      Object.assign(engine[name], {
        get: get.bind(known),
        has: has.bind(known),
        clear: clear.bind(known),
        set(selector, compiled) {
          set.call(known, selector, compiled)
          return compiled
        },
      })
    }
  }
}

/** What tests ask of a computed style: whether something is shown, can be pressed, and is read out. */
const ASKED = ['display', 'visibility', 'opacity', 'content', 'pointer-events', 'user-select']

/**
 * Removes the rules of a sheet that set nothing of it. jsdom matches every rule against the element, and antd has
 * thousands, so that a quarter of the time of a test with `findByRole` went into colours and margins.
 */
function pruneRules(rules) {
  for (let index = rules.length - 1; index >= 0; index--) {
    const { style, cssRules } = rules[index]
    if (cssRules) pruneRules(cssRules)
    else if (style && !ASKED.some((name) => style.getPropertyValue(name) !== ''))
      rules.splice(index, 1)
  }
}

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

/** Stubs for APIs that need a layout. */
function stubLayout(window) {
  window.ResizeObserver ??= NoObserver
  window.IntersectionObserver ??= NoObserver
  // Ignores the pseudo-element, for which jsdom would print a "not implemented" error with a stack.
  const styleOf = window.getComputedStyle
  const pruned = new WeakSet()
  window.getComputedStyle = (element) => {
    for (const sheet of window.document.styleSheets) {
      if (pruned.has(sheet)) continue
      pruned.add(sheet)
      pruneRules(sheet.cssRules)
    }
    return styleOf(element)
  }
  window.matchMedia ??= (media) => ({
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
    addEventListener() {},
    removeEventListener() {},
    dispatchEvent: () => false,
  })
  window.scrollTo = () => {}
  window.Element.prototype.scrollIntoView ??= () => {}
}

const isImpl = ({ description }) => description === 'impl'

/** jsdom with browser APIs that it lacks. */
module.exports = class BrowserEnvironment extends JsdomEnvironment {
  channels = []

  async setup() {
    await super.setup()
    const names = ['TextEncoder', 'TextDecoder', 'structuredClone', 'fetch', 'Response']
    const more = ['Headers', 'ReadableStream', 'TransformStream', 'WritableStream']
    for (const name of [...names, ...more, 'BroadcastChannel']) {
      if (this.global[name] === undefined) this.global[name] = globalThis[name]
    }
    const { channels } = this
    this.global.Request ??= RequestOfAnySignal
    liftSelectorCacheLimit(this.global.document)
    stubLayout(this.global)
    this.global.MessageChannel ??= class extends MessageChannel {
      constructor() {
        super()
        channels.push(this)
      }
    }
  }

  async teardown() {
    // An open port, e.g. of React's scheduler, keeps the process alive.
    for (const { port1 } of this.channels) port1.close()
    await super.teardown()
  }
}
