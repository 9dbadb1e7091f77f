import { LoadEvents } from '@awards/shared/releases'
import { reportError, watchErrors } from './report-error.ts'
import { sendEvents } from './telemetry.ts'

let bodies: Blob[] = []
navigator.sendBeacon = (_url, body) => bodies.push(body as Blob) > 0

/** The events so far, in the order in which they came up. */
async function told() {
  sendEvents()
  const texts = bodies.splice(0).map(
    (body) =>
      new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.readAsText(body)
      }),
  )
  return (await Promise.all(texts)).flatMap((text) => LoadEvents.parse(JSON.parse(text)).events)
}

function thrownIn(file: string, message: string) {
  const error = new Error(message)
  error.stack = `Error: ${message}\n    at Page (${file}:1:2)\n    at renderWithHooks (/assets/js/main.js:1:1)`
  return error
}

test('an error belongs to the release in whose file it was thrown', async () => {
  const error = thrownIn('http://localhost/mfe-b/mf-jury/1.2.0/js/a.js?retry=1', 'one')
  const crash = reportError(error, 'mf-public')
  expect(crash).toMatchObject({ remote: 'mf-jury', version: '1.2.0' })
  expect(crash.problem).toEqual({ phase: 'render', kind: 'evaluation' })
  expect(reportError(error, 'mf-public')).toBe(crash)
  expect(await told()).toMatchObject([
    { remote: { name: 'mf-jury', version: '1.2.0' }, phase: 'render', trace_id: crash.trace },
  ])
})

test('without a frame it belongs to the place where it came up', () => {
  expect(reportError(new Error('two'), 'mf-public').remote).toBe('mf-public')
  expect(reportError('three').remote).toBe('shell')
})

test('what nobody caught is told, and breaches of the policy too', async () => {
  watchErrors()
  await told()
  const error = thrownIn('http://localhost/mfe/mf-payment/2.0.0/js/b.js', 'four')
  window.dispatchEvent(new ErrorEvent('error', { error, message: 'four' }))
  const rejection = Object.assign(new Event('unhandledrejection'), {
    reason: thrownIn('http://localhost/mfe/mf-public/1.0.0/js/c.js', 'five'),
  })
  window.dispatchEvent(rejection)
  document.dispatchEvent(
    Object.assign(new Event('securitypolicyviolation'), {
      blockedURI: 'https://evil.test/x.js',
      sourceFile: 'http://localhost/mfe/mf-public/1.0.0/remoteEntry.js',
      effectiveDirective: 'script-src-elem',
      sample: '',
    }),
  )
  expect(await told()).toMatchObject([
    { remote: { name: 'mf-payment', version: '2.0.0' }, phase: 'render', kind: 'evaluation' },
    { remote: { name: 'mf-public', version: '1.0.0' }, phase: 'render' },
    { remote: { name: 'mf-public', version: '1.0.0' }, phase: 'policy', kind: 'invalid' },
  ])
})
