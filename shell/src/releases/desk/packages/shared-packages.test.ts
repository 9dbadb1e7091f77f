import type { ChannelShares } from '@awards/shared/releases'
import { packagesOf } from './shared-packages.tsx'

const use = (module: string, range: string, suits = true) => ({ module, range, suits })
const jury = {
  name: 'mf-jury',
  version: '1.1.0',
  traffic: 100,
  uses: [use('antd/es/button', '^6.6.8'), use('antd/es/form', '^6.6.8'), use('react', '^19.3.1')],
}
const gallery = {
  name: 'mf-gallery',
  version: '2.0.0',
  traffic: 100,
  uses: [use('react', '^20.0.0', false), use('leaflet', '^2.0.0', false)],
}
const shares: ChannelShares = {
  shell: {
    version: '1.0.0-abc',
    provides: {
      'antd/es/button': '6.6.8',
      'antd/es/form': '6.6.8',
      '@awards/shared/ui': '1.5.0',
      react: '19.3.1',
      'react/jsx-runtime': '19.3.1',
    },
  },
  releases: [jury, gallery],
}

test('modules are told by package, with who uses them; the most used comes first', () => {
  const found = packagesOf(shares)
  expect(found.map(({ name, versions }) => [name, versions])).toEqual([
    ['react', ['19.3.1']],
    ['antd', ['6.6.8']],
    ['leaflet', []],
    ['@awards/shared', ['1.5.0']],
  ])
  const [react, antd, , own] = found
  expect(react?.modules).toEqual(['react', 'react/jsx-runtime'])
  expect(antd?.uses.get(jury)).toEqual({
    modules: ['antd/es/button', 'antd/es/form'],
    ranges: ['^6.6.8'],
    suits: true,
  })
  expect(own?.uses.size).toBe(0)
})

test('what the shell lacks, or has in another version, does not suit', () => {
  const [react, , leaflet] = packagesOf(shares)
  expect(react?.uses.get(gallery)).toMatchObject({ ranges: ['^20.0.0'], suits: false })
  expect(leaflet?.uses.get(gallery)?.suits).toBe(false)
  expect(packagesOf({ shell: null, releases: [gallery] }).map(({ versions }) => versions)).toEqual([
    [],
    [],
  ])
})
