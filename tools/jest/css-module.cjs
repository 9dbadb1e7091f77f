/** Each class is its own name, so that a test may ask for it. */
module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) })
