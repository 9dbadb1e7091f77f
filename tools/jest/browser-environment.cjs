const { default: JsdomEnvironment } = require('jest-environment-jsdom')

/** Node's Request knows only Node's signals; the router hands it one of jsdom. */
class RequestOfAnySignal extends Request {
  constructor(input, { signal, ...init } = {}) {
    const controller = new AbortController()
    signal?.addEventListener('abort', () => controller.abort())
    super(input, { ...init, signal: controller.signal })
  }
}

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
