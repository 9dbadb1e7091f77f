const { default: JsdomEnvironment } = require('jest-environment-jsdom')

/** Node's Request knows only Node's signals; the router hands it one of jsdom. */
class RequestOfAnySignal extends Request {
  constructor(input, { signal, ...init } = {}) {
    const controller = new AbortController()
    signal?.addEventListener('abort', () => controller.abort())
    super(input, { ...init, signal: controller.signal })
  }
}

/**
 * Lifts the limit of nwsapi's cache of compiled selectors: antd brings more of them than its 1,000 places, so that
 * each computed style compiled them all again, which took half of the time of a test with `findByRole`.
 */
function remembersSelectors(document) {
  const impl = document[Object.getOwnPropertySymbols(document).find(isImpl)]
  // jsdom makes its two engines when they are first used.
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

const isImpl = ({ description }) => description === 'impl'

/** jsdom with the parts of the platform that every browser has and jsdom leaves out. */
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
    remembersSelectors(this.global.document)
    this.global.MessageChannel ??= class extends MessageChannel {
      constructor() {
        super()
        channels.push(this)
      }
    }
  }

  async teardown() {
    // An open port, and React's scheduler opens one, would keep the process alive for ever.
    for (const { port1 } of this.channels) port1.close()
    await super.teardown()
  }
}
