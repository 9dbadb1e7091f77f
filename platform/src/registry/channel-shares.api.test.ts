import { ChannelShares, registryPaths } from '@awards/shared/releases'
import { share, tokenHolder } from '../../../api/test/registry-caller.ts'
import { shellFixture } from '../../../api/test/release-fixture.ts'
import { testApi } from '../../../api/test/test-api.ts'
import { shellsRepository } from './releases.repository.ts'

const api = await testApi()
const ci = await tokenHolder(api, '*', 'CI')
const sharesOf = async (channel: 'production' | 'staging') => {
  const answer = await ci.send('GET', registryPaths.shares(channel))
  return ChannelShares.parse(answer.json())
}

test('a channel tells what its shell provides and what each deployed release takes of it', async () => {
  const shared = { react: '^19.3.1', '@awards/shared/contract': '^1.0.0' }
  await ci.publish('mf-jury', '1.0.0', { routes: [], shared })
  await ci.publish('mf-jury', '1.1.0', { routes: [], shared: { ...shared, axios: '^1.21.0' } })
  await ci.publish('mf-jury', '1.2.0', { routes: [], shared })
  await ci.promote('production', 'mf-jury', [share('1.1.0', 10), share('1.0.0', 90, true)])
  await shellsRepository(api.db).save('production', shellFixture({ react: '19.3.2' }), new Date())

  const contract = { module: '@awards/shared/contract', range: '^1.0.0', suits: false }
  const react = { module: 'react', range: '^19.3.1', suits: true }
  expect(await sharesOf('production')).toEqual({
    shell: { version: '1.1.0-5he11', provides: { react: '19.3.2' } },
    releases: [
      {
        name: 'mf-jury',
        version: '1.1.0',
        traffic: 10,
        uses: [contract, { module: 'axios', range: '^1.21.0', suits: false }, react],
      },
      { name: 'mf-jury', version: '1.0.0', traffic: 90, uses: [contract, react] },
    ],
  })
  expect(await sharesOf('staging')).toEqual({ shell: null, releases: [] })
})

test('nobody reads it without a token', async () => {
  const answer = await api.app.inject(registryPaths.shares('production'))
  expect(answer.statusCode).toBe(401)
})
