import { storedJson, storedText } from './store.ts'

const AREAS = ['localStorage', 'sessionStorage'] as const

const block = () => {
  for (const area of AREAS) {
    jest.spyOn(window, area, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    })
  }
}
const fill = () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
}

afterEach(() => {
  jest.restoreAllMocks()
  for (const area of AREAS) {
    storedText('key', area).remove()
    window[area].clear()
  }
})

test.each(AREAS)('writes to, reads from and removes from %s', (area) => {
  const store = storedText('key', area)
  expect(store.read()).toBeNull()
  expect(store.write('a')).toBe(true)
  expect(window[area].getItem('key')).toBe('a')
  expect(storedText('key', area).read()).toBe('a')
  store.remove()
  expect(window[area].getItem('key')).toBeNull()
  expect(store.read()).toBeNull()
})

test.each([
  ['blocked', block],
  ['full', fill],
])('keeps the value for this document when the storage is %s', (_name, fail) => {
  localStorage.setItem('key', 'old')
  fail()
  const store = storedText('key', 'localStorage')
  expect(store.write('new')).toBe(false)
  expect(store.read()).toBe('new')
  expect(storedText('key', 'localStorage').read()).toBe('new')
  expect(storedText('key', 'sessionStorage').read()).toBeNull()
  jest.restoreAllMocks()
  store.dropUnsaved()
  expect(store.read()).toBe('old')
  expect(store.write('newer')).toBe(true)
  expect(localStorage.getItem('key')).toBe('newer')
})

test('forgets a value that only this document has when it is removed', () => {
  block()
  const store = storedText('key', 'sessionStorage')
  store.write('a')
  store.remove()
  expect(store.read()).toBeNull()
})

test('notifies after a write, a removal and a change by another tab until unsubscribed', () => {
  const store = storedText('key', 'localStorage')
  const listener = jest.fn()
  const stop = store.subscribe(listener)
  store.write('a')
  store.remove()
  window.dispatchEvent(new StorageEvent('storage'))
  expect(listener).toHaveBeenCalledTimes(3)
  stop()
  store.write('b')
  window.dispatchEvent(new StorageEvent('storage'))
  expect(listener).toHaveBeenCalledTimes(3)
})

describe('JSON', () => {
  const numbers = storedJson('key', 'localStorage', (value): number[] => {
    if (!Array.isArray(value) || !value.every((one) => typeof one === 'number'))
      throw new TypeError()
    return value
  })

  test('returns what was written, in the format of JSON.stringify', () => {
    expect(numbers.write([1, 2])).toBe(true)
    expect(localStorage.getItem('key')).toBe('[1,2]')
    expect(numbers.read()).toEqual([1, 2])
    numbers.remove()
    expect(numbers.read()).toBeUndefined()
  })

  test.each(['{not json', 'null', '["a"]', ''])(
    'returns undefined for an invalid text: %s',
    (text) => {
      localStorage.setItem('key', text)
      expect(numbers.read()).toBeUndefined()
    },
  )

  test('keeps the value for this document when the storage is full', () => {
    fill()
    expect(numbers.write([3])).toBe(false)
    expect(numbers.read()).toEqual([3])
  })
})
