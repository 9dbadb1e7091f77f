import { formatPins, parsePins, pinnedChannel } from './pins.ts'

test('a link names versions and channels', () => {
  const { pins, malformed } = parsePins('mf-jury@1.5.0-pr88.3,mf-payment@staging')
  expect(pins).toEqual([
    { name: 'mf-jury', at: '1.5.0-pr88.3' },
    { name: 'mf-payment', at: 'staging' },
  ])
  expect(malformed).toEqual([])
  expect(pins.map(pinnedChannel)).toEqual([undefined, 'staging'])
  expect(formatPins(pins)).toBe('mf-jury@1.5.0-pr88.3,mf-payment@staging')
})

test('a link names a version of the shell', () => {
  const { pins, malformed } = parsePins('shell@1.0.0-5009e16f02,mf-jury@staging')
  expect(pins[0]).toEqual({ name: 'shell', at: '1.0.0-5009e16f02' })
  expect([pins.length, malformed]).toEqual([2, []])
})

// The values of platform scenario 7: an address, a path or a script never comes through.
test.each([
  'mf-jury@https://evil.test/x.js',
  'mf-jury@//evil.test',
  'mf-jury@..%2f..%2f',
  'mf-jury@../../x',
  'mf-jury@javascript:alert(1)',
  'mf-jury@localhost.evil.com',
  'mf-jury@canary',
  'mf-jury@1.0.0@2.0.0',
  'mf-jury@1.0.0/../../x',
  'mf-jury@1.0.0?x',
  'mf-jury@1.0.0 ',
  'MF-JURY@1.0.0',
  'shell@staging',
  'shell@../1.0.0',
  '%E0%A4%A',
  '__proto__@1.0.0',
  '@',
])('%s is no pin, and is given back to be told', (text) => {
  expect(parsePins(text)).toEqual({ pins: [], malformed: [text] })
})

test('garbage of ten kilobytes is cut short', () => {
  const { pins, malformed } = parsePins('mf-jury@1.0.0,'.repeat(800))
  expect(pins).toEqual([])
  expect(malformed.join().length).toBeLessThan(100)
})

test('more pins than there can be are given back too', () => {
  const text = Array.from({ length: 13 }, (_, index) => `mf-${'ab'.repeat(index + 1)}@1.0.0`)
  const { pins, malformed } = parsePins(text.join())
  expect(pins).toHaveLength(12)
  expect(malformed).toEqual(text.slice(12))
})

test('of two pins for a remote the last one counts', () => {
  expect(parsePins('mf-jury@1.0.0,mf-jury@2.0.0').pins).toEqual([{ name: 'mf-jury', at: '2.0.0' }])
})
