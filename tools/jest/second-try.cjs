// What `jest.retryTimes(1, { logErrorsBeforeRetry: true })` sets: tests that Node itself loads have no `jest` object.
// The full run tries nothing twice.
if (process.env.SCALE !== 'full') {
  globalThis[Symbol.for('RETRY_TIMES')] = 1
  globalThis[Symbol.for('LOG_ERRORS_BEFORE_RETRY')] = true
}
