import { act, renderHook } from '@testing-library/react'
import { useSavedViews } from '../chair/table/saved-views.ts'
import { useCompareList } from '../compare/compare-list.tsx'
import { submissions } from '../score/last-submission.ts'
import { storedText } from '@awards/shared/browser/storage'
import { keepSigned, wasSigned } from './agreement-gate.tsx'
import { useSingleKeys, singleKeys } from '@awards/shared/browser/use-shortcuts'

const forbid = () => {
  for (const place of ['localStorage', 'sessionStorage'] as const) {
    jest.spyOn(window, place, 'get').mockImplementation(() => {
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
  localStorage.clear()
  sessionStorage.clear()
})

test.each([
  ['forbids to keep anything', forbid],
  ['has no room left', fill],
  ['keeps it', () => undefined],
])('what a juror chose holds while the page lives, in a browser that %s', (_name, begin) => {
  proves('call subjudges/score', 'call judge/judgeEntryList')
  begin()
  const keys = renderHook(useSingleKeys)
  const compared = renderHook(useCompareList)
  const views = renderHook(useSavedViews)
  act(() => {
    singleKeys.set(false)
    submissions.setInARow(3)
    keepSigned('9')
    compared.result.current.clear()
    views.result.current.save('Open', 'queue=undecided')
  })
  act(() => compared.result.current.toggle('7'))
  act(() => compared.result.current.toggle('8'))
  act(() => compared.result.current.toggle('7'))

  expect(keys.result.current).toBe(false)
  expect(submissions.inARow()).toBe(3)
  expect([wasSigned('9'), wasSigned('8')]).toEqual([true, false])
  expect(compared.result.current.ids).toEqual(['8'])
  expect(views.result.current.views).toEqual([{ name: 'Open', query: 'queue=undecided' }])

  act(() => {
    singleKeys.set(true)
    views.result.current.remove('Open')
  })
  expect(keys.result.current).toBe(true)
  expect(views.result.current.views).toEqual([])
})

test('notifies when another tab changes the value, and ignores other keys', () => {
  const store = storedText('jury-table-views', 'localStorage')
  const views = renderHook(useSavedViews)
  localStorage.setItem('jury-table-views', '[{"name":"Mine","query":""},7,null]')
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(views.result.current.views).toEqual([{ name: 'Mine', query: '' }])
  localStorage.setItem('jury-table-views', '{not json')
  act(() => void window.dispatchEvent(new StorageEvent('storage')))
  expect(views.result.current.views).toEqual([])
  expect(store.read()).toBe('{not json')
})
