import { classify, LoadError } from './remote-error.ts'

const FILE = 'http://localhost/mfe/mf-jury/1.0.0/remoteEntry.js'

/** What the browser noted of a file; without a status nobody answered. */
function answered(status: number | undefined) {
  const entries = status === undefined ? [] : [{ responseStatus: status }]
  performance.getEntriesByName = () => entries as unknown as PerformanceEntryList
}
afterEach(() => answered(undefined))

const chunkError = (more: object) =>
  Object.assign(new Error('Loading chunk 806 failed.'), { name: 'ChunkLoadError', ...more })
const runtime = (code: string, original = '') =>
  new Error(
    `[ Federation Runtime ]: Something. #${code}\nargs: {}\nOriginal Error Message:\n ${original}`,
  )
const network = `ScriptNetworkError: Failed to load script "${FILE}" - the script URL is unreachable`

test.each([
  [404, { phase: 'entry', kind: 'http', status: 404, url: FILE }],
  [0, { phase: 'entry', kind: 'network', url: FILE }],
  [undefined, { phase: 'entry', kind: 'network', url: FILE }],
  // The file was answered and yet refused by the browser.
  [200, { phase: 'integrity', kind: 'invalid', status: 200, url: FILE }],
])('an entry that was answered with %s', (status, expected) => {
  answered(status)
  expect(classify(runtime('RUNTIME-008', network))).toEqual(expected)
})

test.each([
  [404, { phase: 'chunk', kind: 'http', status: 404, url: FILE }],
  [0, { phase: 'chunk', kind: 'network', url: FILE }],
  [200, { phase: 'integrity', kind: 'invalid', status: 200, url: FILE }],
])('a chunk that was answered with %s', (status, expected) => {
  answered(status)
  expect(classify(chunkError({ type: 'error', request: FILE }))).toEqual(expected)
})

test('a style sheet is a file like the others', () => {
  answered(200)
  const error = chunkError({ code: 'CSS_CHUNK_LOAD_FAILED', type: 'error', request: FILE })
  expect(classify(error)).toMatchObject({ phase: 'integrity', kind: 'invalid' })
})

test.each<[unknown, object]>([
  [chunkError({ type: 'timeout', request: FILE }), { phase: 'chunk', kind: 'timeout' }],
  [chunkError({ type: 'missing', request: FILE }), { phase: 'chunk', kind: 'evaluation' }],
  [
    runtime('RUNTIME-008', `ScriptNetworkError: Script "${FILE}" timed out.`),
    { phase: 'entry', kind: 'timeout' },
  ],
  [
    runtime('RUNTIME-008', `ScriptExecutionError: Script "${FILE}" loaded but threw`),
    { phase: 'entry', kind: 'evaluation' },
  ],
  [runtime('RUNTIME-001'), { phase: 'entry', kind: 'evaluation' }],
  [runtime('RUNTIME-002'), { phase: 'init', kind: 'invalid' }],
  [runtime('RUNTIME-015', 'Error: x'), { phase: 'init', kind: 'evaluation' }],
  [runtime('RUNTIME-014'), { phase: 'expose', kind: 'invalid' }],
  [
    new Error(
      '[ Federation Runtime ]: Version 19.2.0 from shell of shared singleton module react does not ' +
        'satisfy the requirement of mf_jury which needs ^20.0.0)',
    ),
    { phase: 'share', kind: 'invalid' },
  ],
  [
    new Error(
      'Version 1.0.0 from shell of shared singleton module @awards/shared/ui does not satisfy the ' +
        'requirement of mf_jury which needs ^2.0.0)',
    ),
    { phase: 'contract', kind: 'invalid' },
  ],
  [
    new Error(
      'The getter for the shared module is not a function. #RUNTIME-012\nargs: {"shareKey":"x"}',
    ),
    { phase: 'share', kind: 'invalid' },
  ],
  [new DOMException('signal timed out', 'TimeoutError'), { kind: 'timeout' }],
  [new TypeError('Failed to fetch'), { kind: 'network' }],
  [new TypeError('x is not a function'), { phase: 'expose', kind: 'evaluation' }],
  ['a text that somebody threw', { phase: 'expose', kind: 'evaluation' }],
  [undefined, { phase: 'expose', kind: 'evaluation' }],
  [new LoadError({ phase: 'policy', kind: 'invalid' }, 'x'), { phase: 'policy', kind: 'invalid' }],
  [
    new Error('outer', { cause: chunkError({ type: 'timeout' }) }),
    { phase: 'chunk', kind: 'timeout' },
  ],
])('%s', (error, expected) => {
  expect(classify(error)).toMatchObject(expected)
})
