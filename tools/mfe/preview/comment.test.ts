import { commentOf, type Look } from './comment.ts'

const look: Look = {
  path: '/faq',
  width: 390,
  changed: 0.0123,
  lcp: { now: 812.4, before: 790 },
  pictures: {
    now: 'faq-390-now.png',
    before: 'faq-390-before.png',
    changes: 'faq-390-changes.png',
  },
  findings: ['color-contrast: p.lead: Fix any of the following:\n  more'],
}
const given = {
  name: 'mf-public',
  version: '1.0.0-pr88.2',
  beside: '1.0.0-51cc6e8186',
  link: 'https://staging.example.org/faq?mfe=mf-public@1.0.0-pr88.2',
  sizes: [{ path: '/faq', now: 64_512, before: 63_488 }],
  looks: [look],
  left: [],
}

test('the comment names link, sizes, times, what changed and what axe finds anew', () => {
  const text = commentOf({ ...given, left: ['/news/:slug'] })
  expect(text).toContain('[Open this preview](https://staging.example.org/faq?mfe=mf-public@')
  expect(text).toContain('| /faq | 63.0 KB (+1.0 KB) |')
  expect(text).toContain('| /faq | 390 | 1.23 % changed, LCP 812 ms beside 790 ms |')
  expect(text).toContain('- /faq at 390 px: color-contrast: p.lead: Fix any of the following:')
  expect(text).toContain(
    '| ![](faq-390-before.png) | ![](faq-390-now.png) | ![](faq-390-changes.png) |',
  )
  expect(text).toContain('since they need a number: /news/:slug.')
})

test('what is the same, new or not known is said as such, and has no pictures to compare', () => {
  const same = { ...look, changed: 0, lcp: { now: undefined, before: 790 }, findings: [] }
  const fresh = { ...look, path: '/new', changed: undefined, pictures: { now: 'new-390-now.png' } }
  const closed = { ...look, path: '/mine', problem: 'it leads elsewhere' }
  const text = commentOf({
    ...given,
    sizes: [
      { path: '/faq', now: 64_512, before: 64_512 },
      { path: '/new', now: 1_024, before: undefined },
    ],
    looks: [same, { ...fresh, findings: [] }, { ...closed, findings: [] }],
  })
  expect(text).toContain('| /faq | 63.0 KB (the same) |')
  expect(text).toContain('| /new | 1.0 KB (new) |')
  expect(text).toContain('| /faq | 390 | no pixel changed, LCP not known beside 790 ms |')
  expect(text).toContain('| /new | 390 | new, LCP')
  expect(text).toContain('| /mine | 390 | not looked at: it leads elsewhere |')
  expect(text).toContain('axe finds nothing new.')
  expect(text).not.toContain('/faq at 390 px</summary>')
  expect(text).not.toContain('/mine at 390 px</summary>')
})
