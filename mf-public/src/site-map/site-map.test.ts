import { PUBLIC_PAGES } from '@awards/shared/pages'
import { SITE_MAP } from './site-map.page.tsx'

test('every public page with an address of its own stands in the site map once', () => {
  const own = Object.entries(PUBLIC_PAGES).flatMap(([name, { path }]) =>
    path.includes(':') || name === 'siteMap' ? [] : [name],
  )
  const listed = Object.values(SITE_MAP).flat()
  expect(listed.toSorted()).toEqual(own.toSorted())
})
