import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PublishQuery, registryPaths } from '@awards/shared/platform'
import type { AppContext } from '../../start/app-context.ts'
import { readArchive, readAway } from './gates/archive.ts'
import { authority } from './authority.ts'
import { publishService } from './publish.service.ts'
import { read, requireName, requireVersion } from './registry-input.ts'
import type { Address } from './registry-input.ts'

type Call = FastifyRequest<{ Params: Address; Querystring: { dryRun?: string } }>

/** Publishing a release, and the list of what is published. */
export function publishRoutes(scope: FastifyInstance, context: AppContext) {
  const { act, bearerOf } = authority(context)
  const service = publishService(context)

  scope.put(registryPaths.version(':name', ':version'), async (request: Call, reply) => {
    const { name, version } = request.params
    const isRehearsal = request.query.dryRun === '1'
    const detail = { version: version.slice(0, 80) }
    const record = { action: 'publish', name, detail, isRehearsal } as const
    const { isNew, release } = await act(request, record, async ({ owner }) => {
      const id = { name: requireName(name), version: requireVersion(version) }
      const { channel, preview, commit } = read(PublishQuery, request.query)
      const { body } = request
      const archive = body instanceof Readable ? body : Readable.from([])
      const received = await readArchive(archive)
      if (!(await readAway(archive))) void reply.header('connection', 'close')
      return service.publish({
        ...{ ...id, received, commit, by: owner, isRehearsal },
        ...(channel && { channels: [channel] }),
        check: scope.checkRelease,
        preview: preview === '1',
      })
    })
    return reply.code(isNew && !isRehearsal ? 201 : 200).send(release)
  })

  scope.get(registryPaths.versions(':name'), async (request: Call) => {
    await bearerOf(request)
    return service.list(requireName(request.params.name))
  })
}
