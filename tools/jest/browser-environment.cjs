const { default: JsdomEnvironment } = require('jest-environment-jsdom')

/** jsdom with the parts of the platform that every browser has and jsdom leaves out. */
module.exports = class BrowserEnvironment extends JsdomEnvironment {
  async setup() {
    await super.setup()
    const names = ['TextEncoder', 'TextDecoder', 'structuredClone', 'fetch', 'Request', 'Response']
    const more = ['Headers', 'ReadableStream', 'TransformStream', 'WritableStream', 'MessageChannel']
    for (const name of [...names, ...more, 'BroadcastChannel']) {
      if (this.global[name] === undefined) this.global[name] = globalThis[name]
    }
  }
}
