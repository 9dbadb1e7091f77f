import type { Channel, Deployment, DeployedVersion } from '@awards/shared/releases'
import { registryPaths } from '@awards/shared/releases'
import { tokensService } from '../../platform/src/registry/authorization.ts'
import { archiveOf, releaseFixture } from './release-fixture.ts'
import type { Files, Given } from './release-fixture.ts'
import type { TestApi } from './test-api.ts'

type Body = Buffer | object | undefined
type Method = 'GET' | 'PUT' | 'PATCH' | 'POST' | 'DELETE'

export const share = (version: string, traffic: number, isDefault = false): DeployedVersion => ({
  version,
  traffic,
  default: isDefault,
})

/** Address of a publication whose sources compile, as the command line says. `query` begins with `?`. */
export const publicationUrl = (name: string, version: string, query = '') =>
  `${registryPaths.version(name, version)}?types=ok${query.replace('?', '&')}`

/** Calls of the registry with a deploy token, as a CI makes them. */
export async function tokenHolder(api: TestApi, scope: string, owner: string) {
  const { id, token } = await tokensService(api.context).create(scope, owner, 'a test')

  async function send(method: Method, url: string, body?: Body, headers: object = {}) {
    const isBinary = Buffer.isBuffer(body)
    return api.app.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': isBinary ? 'application/gzip' : 'application/json' }),
        ...headers,
      },
      ...(body && { payload: isBinary ? body : JSON.stringify(body) }),
    })
  }

  const publishFiles = async (name: string, version: string, files: Files, query = '') =>
    send('PUT', publicationUrl(name, version, query), await archiveOf(files))

  async function revision(channel: Channel, name: string) {
    const answer = await send('GET', registryPaths.deployment(channel, name))
    return answer.json<Deployment>().revision
  }

  return {
    id,
    token,
    owner,
    send,
    publishFiles,
    revision,
    publish: (name: string, version: string, given?: Given, query = '') =>
      publishFiles(name, version, releaseFixture(name, version, given), query),
    async promote(channel: Channel, name: string, versions: DeployedVersion[], at?: number) {
      const seen = at ?? (await revision(channel, name))
      const headers = { 'if-match': `"${seen}"` }
      return send('PATCH', registryPaths.deployment(channel, name), { versions }, headers)
    },
    rollback: (channel: Channel, name: string, body: object = {}) =>
      send('POST', registryPaths.rollback(channel, name), body),
    async approve(channel: Channel, name: string, body?: object) {
      const path = registryPaths.approve(channel, name)
      const shown = await send('GET', path)
      const { proposed_at = new Date(0).toISOString() } = shown.json()
      return send('POST', path, body ?? { proposed_at })
    },
  }
}

export type TokenHolder = Awaited<ReturnType<typeof tokenHolder>>
