import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { useListQuery } from './list-query.ts'

const keywordOf = (search: URLSearchParams) => ({ keyword: search.get('keyword') ?? '' })
const STEPS = ['page', 'order']

async function listAt(address: string) {
  let router: ReturnType<typeof createMemoryRouter> | undefined
  const wrapper = ({ children }: { children: ReactNode }) => {
    router ??= createMemoryRouter([{ path: '*', element: children }], { initialEntries: [address] })
    return <RouterProvider router={router} />
  }
  const hook = renderHook(() => useListQuery(keywordOf, STEPS), { wrapper })
  const state = () => router?.state
  return { hook, address: () => state()?.location.search, action: () => state()?.historyAction }
}

test('another filter begins at the first page, in the same entry of the history', async () => {
  const { hook, address, action } = await listAt('/?keyword=chair&page=3')
  expect(hook.result.current).toMatchObject({ query: { keyword: 'chair' }, page: 3 })
  await act(async () => hook.result.current.change({ keyword: 'lamp' }))
  expect(address()).toBe('?keyword=lamp')
  expect(action()).toBe('REPLACE')
})

test('a step keeps the page, and the back button takes it back', async () => {
  const { hook, address, action } = await listAt('/?page=3')
  await act(async () => hook.result.current.change({ order: 'GDA1' }))
  expect(address()).toBe('?page=3&order=GDA1')
  expect(action()).toBe('PUSH')
})

test('an empty value and a cleared name leave the address, the others stay', async () => {
  const { hook, address } = await listAt('/?view=days&keyword=chair&order=GDA1&page=2')
  await act(async () => hook.result.current.change({ keyword: '' }))
  expect(address()).toBe('?view=days&order=GDA1')
  await act(async () => hook.result.current.clear(['order']))
  expect(address()).toBe('?view=days')
})
