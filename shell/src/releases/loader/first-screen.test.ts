import type { RouteObject } from 'react-router-dom'
import { loadFirstScreen, pageAt } from './first-screen.ts'

const routes: RouteObject[] = [
  { path: 'news/:slug' },
  { path: '/news/archive' },
  { path: 'home', lazy: () => Promise.reject(new Error('a chunk is missing')) },
]

test('the page of an address', () => {
  expect(pageAt(routes, '/news/archive')?.path).toBe('/news/archive')
  expect(pageAt(routes, '/NEWS/2027/')?.path).toBe('news/:slug')
  expect(pageAt(routes, '/news')).toBeUndefined()
})

test('a first page that cannot be loaded fails the release', async () => {
  await expect(loadFirstScreen(routes, '/home')).rejects.toThrow('a chunk is missing')
  await loadFirstScreen(routes, '/elsewhere')
})
