import type { AddressInfo } from 'node:net'
import type { Arguments } from '../../../tools/mfe/command.ts'
import { promoteRelease } from '../../../tools/mfe/promote.ts'
import { registryOf } from '../../../tools/mfe/registry.ts'
import { status } from '../../../tools/mfe/status.ts'
import { share, tokenHolder, type TokenHolder } from '../../../api/test/registry-caller.ts'
import { testApi } from '../../../api/test/test-api.ts'

const api = await testApi()
const target = { channel: 'production', name: 'mf-jury' } as const
let ana: TokenHolder
let given: Arguments

beforeAll(async () => {
  ana = await tokenHolder(api, '*', 'Ana')
  const ben = await tokenHolder(api, '*', 'Ben')
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = api.app.server.address() as AddressInfo
  process.env['MFE_TOKEN'] = ben.token
  const texts: Record<string, string> = { site: `http://127.0.0.1:${port}` }
  given = { name: '', version: undefined, text: (name) => texts[name], flag: () => false }
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await ana.publish('mf-jury', version)
  await ana.promote('production', 'mf-jury', [share('1.0.0', 100, true)], 0)
})
afterAll(() => void delete process.env['MFE_TOKEN'])

test('scenario 33: the second of two promotions is refused with the name of the first', async () => {
  proves('scenario 33')
  const registry = registryOf(given)
  await status.run(given)
  await ana.promote('production', 'mf-jury', [share('1.1.0', 100, true)])

  const second = promoteRelease(registry, target, { version: '1.2.0' })
  await expect(second).rejects.toThrow(
    /^Ana was faster \(promote at .+\)\. mf-jury in production is at revision 2; you last saw 1\./,
  )
  await expect(second).rejects.toThrow(/Nothing was changed; "status mf-jury" shows/)
  expect(await ana.revision('production', 'mf-jury')).toBe(2)

  await status.run(given)
  await promoteRelease(registry, target, { version: '1.2.0' })
  expect(await ana.revision('production', 'mf-jury')).toBe(3)
})

test('T9: --if-revision sends the expected revision', async () => {
  const registry = registryOf(given)
  const stale = promoteRelease(registry, target, { version: '1.0.0', ifRevision: 2 })
  await expect(stale).rejects.toThrow(/is at revision 3; you last saw 2/)
  await promoteRelease(registry, target, { version: '1.0.0', ifRevision: 3 })
  expect(await ana.revision('production', 'mf-jury')).toBe(4)
})
