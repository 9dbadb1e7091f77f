import { channelOf, readArguments, trafficOf, type Shape, UsageError } from './command.ts'
import { originOf } from './registry.ts'

const promote: Shape = {
  name: 'required',
  version: 'optional',
  texts: ['channel', 'traffic', 'reason'],
  needed: ['channel'],
}
const read = (words: string, remote?: string) =>
  readArguments(promote, words.split(' ').filter(Boolean), { remote })

test('the remote, a version and options are read', () => {
  const given = read('mf-jury 1.5.0-pr88.3 --channel staging --traffic 10')
  expect(given).toMatchObject({ name: 'mf-jury', version: '1.5.0-pr88.3' })
  expect([channelOf(given), trafficOf(given), given.text('reason')]).toEqual([
    'staging',
    10,
    undefined,
  ])
})

test('in the folder of a remote its name may be left out, and another one may be named', () => {
  expect(read('--channel staging', 'mf-jury')).toMatchObject({ name: 'mf-jury' })
  expect(read('1.2.0 --channel staging', 'mf-jury')).toMatchObject({
    name: 'mf-jury',
    version: '1.2.0',
  })
  expect(read('mf-public --channel staging', 'mf-jury').name).toBe('mf-public')
})

test.each([
  ['--channel staging', 'Name the remote'],
  ['jury --channel staging', '"jury" is not the name of a remote'],
  ['mf-jury', '--channel is missing'],
  ['mf-jury 1.5 --channel staging', '"1.5" is not a version'],
  ['mf-jury 1.5.0 1.6.0 --channel staging', '"1.6.0" is too much'],
  ['mf-jury --channel staging --loud', '--loud'],
  ['mf-jury --channel', '--channel'],
  ['mf-jury --channel staging --token dt_secret', 'must not be an argument'],
  ['mf-jury --channel staging --token=dt_secret', 'must not be an argument'],
])('%s is refused', (words, message) => {
  expect(() => read(words)).toThrow(UsageError)
  expect(() => read(words)).toThrow(message)
})

test.each(['10.5', '-1', '101', 'x', ''])('%p is no traffic', (traffic) => {
  const given = readArguments(promote, ['mf-jury', '--channel=staging', `--traffic=${traffic}`], {
    remote: undefined,
  })
  expect(() => trafficOf(given)).toThrow(/--traffic/)
})

test('a channel that is none is refused with those that are', () => {
  expect(() => channelOf(read('mf-jury --channel prod'))).toThrow('production and staging')
})

test.each(['', 'staging', 'ftp://x', 'https://x/path', 'https://nadia@x', 'https://x/?a=1'])(
  '%p is not the address of a site',
  (text) => expect(() => originOf(text, '--site')).toThrow(/--site/),
)
test('the address of a site is its origin', () => {
  expect(originOf('https://staging.example.org/', '--site')).toBe('https://staging.example.org')
})
