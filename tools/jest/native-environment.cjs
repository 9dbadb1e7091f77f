/** Runs tests in Node's own global scope, as `native-runtime.cjs` needs; puts back what jest and a test file leave there. */
module.exports = class NativeEnvironment {
  global = globalThis
  fakeTimers = null
  fakeTimersModern = null

  constructor() {
    const { env, exit } = process
    this.before = { console: globalThis.console, env: { ...env }, exit }
  }

  async setup() {}

  async teardown() {
    const { console, env, exit } = this.before
    globalThis.console = console
    process.exit = exit
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
    Object.assign(process.env, env)
  }

  exportConditions = () => ['node', 'node-addons']
  getVmContext = () => null
}
