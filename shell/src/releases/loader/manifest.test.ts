import { noteInGraph } from './manifest.ts'

const graphOf = (value: unknown) => Object.assign(globalThis, { __FEDERATION__: value })
afterEach(() => Reflect.deleteProperty(globalThis, '__FEDERATION__'))

const entry = (version: string) => ({
  url: `http://localhost/mfe/mf-jury/${version}/remoteEntry.js`,
  globalName: 'mf_jury_1',
  shared: [{ name: 'react', version: '19.3.1' }, { name: 'antd/es/button' }],
})

test('the shell has an edge to each release that runs, and each names what it takes', () => {
  const moduleInfo: Record<string, unknown> = {}
  graphOf({ moduleInfo })
  noteInGraph('mf_jury', '1.0.0', entry('1.0.0'))
  noteInGraph('mf_public', '2.0.0', entry('2.0.0'))
  // Another release in its place.
  noteInGraph('mf_jury', '1.1.0', entry('1.1.0'))
  expect(moduleInfo['shell']).toMatchObject({
    remotesInfo: { mf_jury: { matchedVersion: '1.1.0' }, mf_public: { matchedVersion: '2.0.0' } },
  })
  expect(moduleInfo['mf_jury:1.1.0']).toMatchObject({
    version: '1.1.0',
    remoteEntry: 'http://localhost/mfe/mf-jury/1.1.0/remoteEntry.js',
    shared: [
      { sharedName: 'react', version: '19.3.1' },
      { sharedName: 'antd/es/button', version: '' },
    ],
  })
})

test('without the runtime nothing is noted', () => {
  expect(() => noteInGraph('mf_jury', '1.0.0', entry('1.0.0'))).not.toThrow()
})
