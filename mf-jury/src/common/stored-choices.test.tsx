import { connectClient } from '@awards/shared/client'
import { entries, jurySeat } from '@awards/shared/contract'
import { answer, answerCalls, renderRoutes } from '@awards/shared/testing'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import '../chair/register-texts.ts'
import { MOST_VIEWS, useSavedViews } from '../chair/table/table-memory.ts'
import { ViewsBar } from '../chair/table/views-bar.tsx'
import { routes } from '../routes.tsx'
import { jurorEntry, signedAgreement } from '../score/juror-entry.fixture.ts'
import { useCompareList } from '../compare/compare-list.tsx'
import { submissions } from '../score/after-submission.tsx'
import { storedText } from '@awards/shared/browser/store'
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

const keptViews = () =>
  (JSON.parse(localStorage.getItem('jury-table-views') ?? '[]') as { name: string }[]).map(
    ({ name }) => name,
  )

test('no saved view is replaced or dropped unasked, and the focus stays when one is removed', async () => {
  const names = Array.from({ length: MOST_VIEWS }, (_, index) => `View ${index}`)
  localStorage.setItem(
    'jury-table-views',
    JSON.stringify(names.map((name) => ({ name, query: `queue=undecided&q=${name}` }))),
  )
  const element = <ViewsBar />
  const { user } = await renderRoutes([{ path: '/', element }], '/?queue=reported')
  const opener = await screen.findByRole('button', { name: 'Save this view' })
  await user.click(opener)
  const field = await screen.findByRole('textbox', { name: 'Name of the view' })
  await waitFor(() => expect(field).toHaveFocus())
  await user.type(field, 'Another{Enter}')
  expect(await screen.findByText(/keeps at most 20 views\. Remove one/)).toBeVisible()
  expect(keptViews()).toEqual(names)
  await user.clear(field)
  await user.type(field, 'View 3{Enter}')
  expect(await screen.findByText(/A view has this name/)).toBeVisible()
  expect(keptViews()).toEqual(names)

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Remove the view View 3' }))
  await waitFor(() => expect(opener).toHaveFocus())
  await user.click(opener)
  await user.type(
    await screen.findByRole('textbox', { name: 'Name of the view' }),
    'Another{Enter}',
  )
  await waitFor(() => expect(keptViews()[0]).toBe('Another'))
  expect(keptViews()).toHaveLength(MOST_VIEWS)
})

test('the comparison shows no part of a draft as its total, and the empty list leads back', async () => {
  const restore = answerCalls()
  try {
    connectClient({ notify: () => undefined, navigate: () => undefined })
    answer(jurySeat.agreement, () => signedAgreement)
    answer(entries.info, (input) => ({
      ...jurorEntry,
      apply_order_id: (input as { apply_order_id: string }).apply_order_id,
      own_score: {
        items: [{ criterion_id: '10', value: 18 }],
        total: 18,
        comment_private: '',
        comment_entrant: '',
        is_draft: true,
        version: 1,
      },
    }))
    const { user, location } = await renderRoutes(routes, '/subjuryreviewdetails?compare=7,8')
    const totals = (await screen.findAllByText('draft')).map(({ textContent }) => textContent)
    expect(totals).toEqual(['– draft', '– draft'])
    await user.click(screen.getByRole('button', { name: 'Empty the list' }))
    await waitFor(() => expect(location()).not.toContain('compare='))
  } finally {
    restore()
  }
})
