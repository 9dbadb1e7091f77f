import type { SkipReason } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import { MINUTE_MS } from '../../lib/durations.ts'
import type { AppContext } from '../../start/app-context.ts'
import { audienceRepository, type Reader } from './audience.repository.ts'
import { broadcastMails } from './broadcast-mail.ts'
import { broadcastsRepository, type BroadcastRecord } from './broadcasts.repository.ts'

const TICK_SECONDS = 3
/** People in one transaction: a kill takes back at most so many, none of whom has a mail then. */
const CHUNK = 100

/** Registers the job that sends broadcasts, and the notes of what became of their mails. */
export function broadcastJobs(context: AppContext) {
  const { jobs, mail } = context
  mail.follow('broadcast', (trx, id, outcome) => broadcastsRepository(trx).settle(id, outcome))
  jobs.every('mails.broadcasts', TICK_SECONDS, () => sendBroadcasts(context))
}

/**
 * Puts due mails of broadcasts into the outbox, as many as the rate of a minute leaves; one that began first is ended
 * first. The person's row and the mail are written in one transaction, so a kill between two mails repeats none.
 */
export async function sendBroadcasts(context: AppContext): Promise<void> {
  const { db, clock, config } = context
  const repository = broadcastsRepository(db)
  const { queued, unsent } = await repository.pace(new Date(clock().getTime() - MINUTE_MS))
  // A mail server that is down is not met by all mails at once when it is back.
  let budget = config.broadcastsPerMinute - Math.max(queued, unsent)
  for (const id of await repository.due(clock())) {
    for (let isGoingOn = true; isGoingOn;) {
      const step = await db.transaction().execute((trx) => sendSome(context, trx, id, budget))
      budget -= step.queued
      isGoingOn = step.isGoingOn && budget > 0
    }
    if (budget <= 0) return
  }
}

const OVER = { queued: 0, isGoingOn: false }

/** One chunk. The broadcast is locked meanwhile: who stops it waits, and nothing leaves after that. */
async function sendSome(context: AppContext, trx: Db, id: string, budget: number) {
  const repository = broadcastsRepository(trx)
  const broadcast = await repository.lock(id)
  if (!broadcast || !['scheduled', 'sending'].includes(broadcast.state)) return OVER
  if (broadcast.state === 'scheduled') {
    await audienceRepository(trx).writeDown(id, broadcast)
    await repository.setState(id, { state: 'sending' })
  }
  const people = await repository.waiting(id, Math.min(CHUNK, budget))
  if (people.length === 0 && budget > 0) {
    await repository.setState(id, { state: 'done', done_at: context.clock() })
    return OVER
  }
  return { queued: await sendTo(context, trx, broadcast, people), isGoingOn: true }
}

/** Writes to those who are still to be written to, and notes why the others are not. */
async function sendTo(
  context: AppContext,
  trx: Db,
  { id, texts, ...target }: BroadcastRecord,
  people: readonly string[],
): Promise<number> {
  const repository = broadcastsRepository(trx)
  const found = await audienceRepository(trx).readers(target, people)
  const readers = new Map(found.map((reader) => [reader.user_id, reader]))
  const skipped = new Map(
    people.flatMap((one) => {
      const reason = skipReason(readers.get(one))
      return reason ? [[one, reason] as const] : []
    }),
  )
  if (skipped.size > 0) await repository.skip(id, skipped)
  const written = found.filter(({ user_id }) => !skipped.has(user_id))
  if (written.length === 0) return 0
  const { mailOf } = await broadcastMails(context, trx, target)
  await context.mail.enqueueMany(
    trx,
    written.map((reader) => ({
      ...mailOf(texts, reader),
      to: reader.email,
      dedupeKey: `broadcast:${id}:${reader.user_id}`,
    })),
  )
  const reached = written.map(({ user_id }) => user_id)
  await repository.queued(id, reached, context.clock())
  return written.length
}

function skipReason(reader: Reader | undefined): SkipReason | undefined {
  if (!reader) return 'left'
  if (reader.is_stopped) return 'opted_out'
  return reader.is_bounced ? 'bounced' : undefined
}
