import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Channel, Deployment } from '@awards/shared/releases'
import { ROOT } from './workspace.ts'

const FILE = join(ROOT, '.cache/mfe/seen-revisions.json')
const Seen = z.record(z.string(), z.int().min(0))

const keyOf = (site: string, { channel, name }: { channel: Channel; name: string }) =>
  `${site} ${channel} ${name}`

function read(file: string): z.infer<typeof Seen> {
  try {
    return Seen.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    // There is none yet, or it is damaged: nothing was seen then.
    return {}
  }
}

/**
 * The revisions of deployments that were shown on this machine, by `status` or by a change. A promotion names the one
 * that its person decided on, so a change that somebody made meanwhile is never overwritten unseen.
 */
export const seenRevisions = (site: string, file = FILE) => ({
  /** Undefined where the deployment was never shown here, for instance in a CI. */
  of: (place: { channel: Channel; name: string }): number | undefined =>
    read(file)[keyOf(site, place)],

  note(deployments: readonly Deployment[]) {
    const seen = read(file)
    for (const one of deployments) seen[keyOf(site, one)] = one.revision
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(seen))
  },
})
