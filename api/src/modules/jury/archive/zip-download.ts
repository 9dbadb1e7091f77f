import type { Readable } from 'node:stream'
import { rangeOf } from '../../../files/file-headers.ts'
import { findJuror } from '../../../http/actor.repository.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { zipStream, type ZipStore } from '../../../lib/zip/zip-archive.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { has } from '../jury.policy.ts'
import { checksumsRepository, type StoredChecksum } from './checksums.repository.ts'
import { planZip, type ZipPlan } from './zip-plan.ts'
import { readTicket, type ZipTicket } from './zip.service.ts'

/** How long a download that has begun may be continued after a break. */
const RESUME_SECONDS = 2 * 3_600
const KEPT_AT_ONCE = 200

type Asked = { ticket: string; range: string | undefined; ifRange: string }
type Range = { start: number; end: number }

/** What the answer to a download is: its bytes, and which of them. */
export type ZipAnswer = {
  readonly tag: string
  readonly size: number
  readonly state: 'whole' | 'part' | 'nothing'
  readonly range: Range
  open(): Promise<Readable>
}

/** Downloads behind links. Seat, scope and conflicts are looked at again at every request. */
export function zipDownload(context: AppContext) {
  const { db, clock, config } = context

  function ticketOf({ ticket: text }: Asked): ZipTicket {
    const ticket = readTicket(config.secret, text)
    if (!ticket) throw new BusinessError(403, 'This link is not valid. Ask for the download again.')
    if (hasEnded(ticket, RESUME_SECONDS)) throw ended()
    return ticket
  }

  const hasEnded = ({ expires }: ZipTicket, longer = 0) =>
    (expires + longer) * 1_000 <= clock().getTime()

  return {
    async answer(asked: Asked): Promise<ZipAnswer> {
      const ticket = ticketOf(asked)
      const actor = await findJuror(db, ticket.user_id, clock())
      if (actor?.identity !== 1 || !has(actor, 'can_download')) {
        throw new BusinessError(403, 'Your account may no longer download. Ask the organiser.')
      }
      const plan = await planZip(context, actor, ticket.entry_ids)
      const { tag, layout } = plan
      const whole = { start: 0, end: layout.size - 1 }
      // Without a word on which bytes are at hand, they are those that the link was made for.
      const isSame = asked.ifRange ? asked.ifRange === `"${tag}"` : tag === ticket.tag
      const range = isSame ? rangeOf(asked.range, layout.size) : undefined
      // What has begun goes on for a while; nothing begins with a link that has ended.
      if (hasEnded(ticket) && !range?.start) throw ended()
      const isBeyond = isSame && firstByte(asked.range) >= layout.size
      return {
        tag,
        size: layout.size,
        state: range ? 'part' : isBeyond ? 'nothing' : 'whole',
        range: range ?? whole,
        open: () => open(context, plan, range ?? whole),
      }
    },
  }
}

const ended = () => new BusinessError(410, 'This link has expired. Ask for the download again.')

/** Where a download that goes on begins; 0 for one from the beginning, and for what names no one place. */
const firstByte = (range: string | undefined): number =>
  Number(/^bytes=(\d{1,15})-\d{0,15}$/.exec(range ?? '')?.[1] ?? 0)

async function open(
  { db, storage, log }: AppContext,
  { layout, sources }: ZipPlan,
  range: Range,
): Promise<Readable> {
  const repository = checksumsRepository(db)
  const keys = sources.flatMap((source) => ('key' in source ? [source.key] : []))
  const known = await repository.find(keys)
  const learnt: StoredChecksum[] = []
  const keep = () =>
    repository.insert(learnt.splice(0)).catch((error: unknown) => log.error('zip.crc', { error }))
  const store: ZipStore = {
    known: (key) => known.get(key),
    learn({ key, bytes }, crc32) {
      known.set(key, crc32)
      learnt.push({ storage_key: key, bytes, crc32 })
      if (learnt.length >= KEPT_AT_ONCE) void keep()
    },
    async open(key, start, end) {
      const stored = await storage.get(key, { start, end })
      if (!stored) throw new Error(`${key} has gone since the download began`)
      return stored.body
    },
  }
  const stream = zipStream(layout, sources, store, range)
  stream.once('close', () => void keep())
  stream.once('error', (error: unknown) => log.error('zip.failed', { error }))
  return stream
}
