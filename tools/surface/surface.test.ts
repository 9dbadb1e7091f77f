import { describeChanges, compareSurfaces, forbiddenChanges } from './compare.ts'
import { canonical } from './compare-schemas.ts'
import { LOCK, PREVIOUS, readSurface, surfaceOf } from './surface.ts'

const WRITE = 'Run "npm run mfe -- surface --write" and look at what it says.'

test('the lock is the surface of today', async () => {
  const [locked, today] = [readSurface(LOCK), await surfaceOf()]
  const differences = describeChanges(compareSurfaces(locked, today))
  expect({ advice: WRITE, differences }).toEqual({ advice: WRITE, differences: '' })
  expect(locked.version).toBe(today.version)
  expect(canonical(locked) === canonical(today)).toBe(true)
})

test('the version number allows what has changed since the version before', async () => {
  const forbidden = forbiddenChanges(readSurface(PREVIOUS), await surfaceOf())
  expect(describeChanges(forbidden)).toBe('')
})

test('the surface holds the shared modules and all calls', async () => {
  const { modules, calls } = await surfaceOf()
  expect(modules['@awards/shared/ui']).toContain('PageHeader')
  expect(modules['@awards/shared/icon-base']).toEqual(['default'])
  expect(calls['user/login']).toMatchObject({ method: 'POST', path: '/api/user/login' })
  expect(calls['user/login']?.input['required']).toContain('email')
})
