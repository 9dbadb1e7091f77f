import {
  describeChanges,
  forbiddenChanges,
} from '../../platform/src/registry/gates/compare-surfaces.ts'
import { readSurface, surfaceOf } from './surface.ts'

test('the version number allows what has changed since the last release', async () => {
  const forbidden = forbiddenChanges(readSurface(), await surfaceOf())
  expect(describeChanges(forbidden)).toBe('')
})

test('the surface holds the shared modules and all calls', async () => {
  const { modules, calls } = await surfaceOf()
  expect(modules['@awards/shared/ui']).toContain('PageHeader')
  expect(modules['@awards/shared/icon-base']).toEqual(['default'])
  expect(calls['user/login']).toMatchObject({ method: 'POST', path: '/api/user/login' })
  expect(calls['user/login']?.input['required']).toContain('email')
})
