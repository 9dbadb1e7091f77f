import { z } from 'zod'
import { PublishedVersion, registryPaths } from '@awards/shared/releases'
import type { Command } from './command.ts'
import { registryOf } from './registry.ts'
import { table } from './table.ts'

export const versions: Command = {
  usage: '<name>',
  about: 'list what is published of a remote',
  shape: { name: 'required' },
  async run(given) {
    const path = registryPaths.versions(given.name)
    const published = await registryOf(given).get(path, z.array(PublishedVersion))
    const newestFirst = published.sort((a, b) => (a.published_at < b.published_at ? 1 : -1))
    const rows = newestFirst.map((one) => [
      one.version,
      one.published_at,
      one.published_by,
      one.contract,
      one.commit?.slice(0, 10) ?? '',
      one.preview ? 'preview' : '',
    ])
    if (rows.length === 0) console.log(`Nothing of ${given.name} is published.`)
    else console.log(table(['version', 'published', 'by', 'contract', 'commit', ''], rows))
    return 0
  },
}
