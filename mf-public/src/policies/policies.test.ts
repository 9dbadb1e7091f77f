import { sectionsOf } from './policies.page.tsx'

test('splits a text at its headings', () => {
  expect(
    sectionsOf(
      '<p>Before</p>\n<h2>1. Prices &amp; payment</h2><p>A</p>\n<h2>2. End</h2>\n<p>B</p>',
    ),
  ).toEqual({
    opening: '<p>Before</p>',
    parts: [
      { id: 'part-1', title: '1. Prices & payment', html: '<p>A</p>' },
      { id: 'part-2', title: '2. End', html: '<p>B</p>' },
    ],
  })
})

test('returns a text without headings as the opening', () => {
  expect(sectionsOf('<p>All</p>')).toEqual({ opening: '<p>All</p>', parts: [] })
})
