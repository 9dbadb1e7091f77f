import { AxiosError, AxiosHeaders, CanceledError } from 'axios'
import { BusinessError, handleError, transportSentence } from './error-catalogue.ts'
import { callApi } from './call-api.ts'
import { connectClient } from './client-host.ts'
import { http } from './http.ts'
import { readToken, removeToken, storeToken } from './token-store.ts'
import { session } from '@awards/shared/contract'

let toasts: string[] = []
let visited: string[] = []
let path = '/account?tab=awards'

beforeEach(() => {
  toasts = []
  visited = []
  path = '/account?tab=awards'
  storeToken('t1')
  connectClient({
    notify: (text) => toasts.push(text),
    navigate: (to) => visited.push(to),
    currentPath: () => path,
  })
})
afterEach(removeToken)

const config = { headers: new AxiosHeaders() }
const httpError = (status: number, data: unknown = '') =>
  new AxiosError(
    'failed',
    undefined,
    config,
    {},
    {
      status,
      data,
      statusText: '',
      headers: {},
      config,
    },
  )

test('422 shows one toast per message, in the form "field: message"', () => {
  handleError(new BusinessError(422, { title: ['too short', 'no digits'], year: ['past'] }), 't1')
  expect(toasts).toEqual(['title: too short', 'title: no digits', 'year: past'])
  expect(visited).toEqual([])
})

test('401 removes the token and goes to /login, keeping where the visitor was', () => {
  handleError(new BusinessError(401, 'Sign in'), 't1')
  expect(readToken()).toBeUndefined()
  expect(visited).toEqual(['/login?redirect=%2Faccount%3Ftab%3Dawards'])
  expect(toasts).toEqual([])
})

test('401 on /login stays there', () => {
  path = '/login?redirect=%2Fsteps'
  handleError(new BusinessError(401, 'Sign in'), 't1')
  expect(readToken()).toBeUndefined()
  expect(visited).toEqual([])
})

test('a late 401 for an old token does not sign out who has signed in since', () => {
  handleError(new BusinessError(401, 'Sign in'), 'older')
  expect(readToken()).toBe('t1')
  expect(visited).toEqual([])
})

test('403 goes to /403', () => {
  handleError(new BusinessError(403, 'No'), 't1')
  expect(visited).toEqual(['/403'])
  expect(readToken()).toBe('t1')
})

test.each([400, 404, 409, 410, 423, 429, 500])('%i shows its message', (code) => {
  handleError(new BusinessError(code, `message of ${code}`), 't1')
  expect(toasts).toEqual([`message of ${code}`])
})

test.each([
  ['status 0', httpError(0), 'Network unavailable. Check internet connection'],
  ['another status', httpError(502), 'Request failed, please retry.'],
  [
    'no response',
    new AxiosError('timeout', undefined, config, {}),
    'Network error. Check connection and retry.',
  ],
  ['anything else', new TypeError('oops'), 'Request error, please retry.'],
])('%s shows its sentence', (_name, error, sentence) => {
  handleError(error, 't1')
  expect(toasts).toEqual([sentence])
})

test.each([
  [401, '/login?redirect=%2Faccount%3Ftab%3Dawards'],
  [403, '/403'],
])('a real HTTP %i with an envelope means the same', (status, destination) => {
  handleError(httpError(status, { code: status, msg: 'no', data: null }), 't1')
  expect(visited).toEqual([destination])
})

test('a cancelled request shows nothing', () => {
  handleError(new CanceledError(), 't1')
  expect(toasts).toEqual([])
})

test('a request may opt out: the error is thrown and nothing is shown', async () => {
  proves('error opt-out')
  http.defaults.adapter = async (request) => ({
    data: { code: 423, msg: 'Closed', data: { reason: 'WINDOW_CLOSED' }, trace_id: 'x' },
    status: 200,
    statusText: 'OK',
    headers: {},
    config: request,
  })
  const call = callApi(session.getUserInfo, {}, { skipErrorHandler: true })
  await expect(call).rejects.toMatchObject({ code: 423, data: { reason: 'WINDOW_CLOSED' } })
  expect(toasts).toEqual([])
  await expect(callApi(session.getUserInfo, {})).rejects.toBeInstanceOf(BusinessError)
  expect(toasts).toEqual(['Closed'])
})

test('a client that cannot be loaded without a network says that the network is away', () => {
  const line = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(transportSentence(new Error('Loading chunk 1 failed'))).toBe(
    'Network unavailable. Check internet connection',
  )
  line.mockRestore()
  expect(transportSentence(new Error('Loading chunk 1 failed'))).toBe(
    'Request error, please retry.',
  )
})
