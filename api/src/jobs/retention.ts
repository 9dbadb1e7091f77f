import { DATA_REQUEST_DAYS, KEPT_AFTER_SEASON_DAYS, WEBHOOK_LOG_DAYS } from '@awards/shared/domain'
import { pruneAudit } from '../modules/audit/audit.repository.ts'
import { drawnDocumentsRepository } from '../modules/documents/documents.repository.ts'
import { discussionTextsRepository } from '../modules/jury/deliberation/discussion-texts.repository.ts'
import { dataRequestsRepository } from '../modules/privacy/data-requests.repository.ts'
import { eraseIdleAccounts } from '../modules/privacy/erasure.service.ts'
import { releaseFiguresRepository } from '../../../platform/src/reports/release-figures.repository.ts'
import {
  vitalsRepository,
  telemetryRepository,
} from '../../../platform/src/reports/vitals.repository.ts'
import {
  tokensRepository,
  staffLinksRepository,
} from '../../../platform/src/registry/authorization.repository.ts'
import type { AppContext } from '../start/app-context.ts'
import { expiredRowsRepository } from './jobs.repository.ts'
import { DAY_MS } from '../lib/time.ts'

const YEAR = 365
const HOUR_DAYS = 1 / 24

type Rule = {
  /** What is deleted, in the words of docs/operate/upgrades-and-retention.md and the privacy page. */
  readonly what: string
  /** Retention in days, from the event named in `what`. */
  readonly days: number
  remove(context: AppContext, before: Date): Promise<unknown>
}

/** Retention rules. Uploads, data exports and releases have cleanup jobs in their own modules. */
export const RETENTION: readonly Rule[] = [
  {
    what: 'counters of limits, after their window',
    days: 0,
    remove: ({ db }, before) => expiredRowsRepository(db).counters(before),
  },
  {
    what: 'codes sent by e-mail, after they expired',
    days: 30,
    remove: ({ db }, before) => expiredRowsRepository(db).codes(before),
  },
  {
    what: 'challenges of passkeys, a day after they expired',
    days: 1,
    remove: ({ db }, before) => expiredRowsRepository(db).challenges(before),
  },
  {
    what: 'sign-ins by way of an organisation, a day after they expired',
    days: 1,
    remove: ({ db }, before) => expiredRowsRepository(db).oidcAttempts(before),
  },
  {
    what: 'requests about personal data, after they were answered',
    days: DATA_REQUEST_DAYS,
    remove: ({ db }, before) => dataRequestsRepository(db).removeBefore(before),
  },
  {
    what: 'keys of programs, after they ended',
    days: YEAR,
    remove: ({ db }, before) => expiredRowsRepository(db).keys(before),
  },
  {
    what: 'events of webhooks with the log of their deliveries',
    days: WEBHOOK_LOG_DAYS,
    remove: ({ db }, before) => expiredRowsRepository(db).webhookEvents(before),
  },
  {
    what: 'sessions, after they ended',
    days: 30,
    remove: ({ db }, before) => expiredRowsRepository(db).sessions(before),
  },
  {
    what: 'devices that need no code, after they expired',
    days: 0,
    remove: ({ db }, before) => expiredRowsRepository(db).devices(before),
  },
  {
    what: 'invitations to studios, after they were answered or ran out',
    days: 90,
    remove: ({ db }, before) => expiredRowsRepository(db).studioInvitations(before),
  },
  {
    what: 'who was a member of a studio, after it ended (a conflict of interest until then)',
    days: 3 * YEAR,
    remove: ({ db }, before) => expiredRowsRepository(db).formerMembers(before),
  },
  {
    what: 'mails that could not be sent, with what they say',
    days: 30,
    remove: ({ db }, before) => expiredRowsRepository(db).unsentMails(before),
  },
  {
    what: 'who was sent which mail (what it said goes when it is sent)',
    days: YEAR,
    remove: ({ db }, before) => expiredRowsRepository(db).sentMails(before),
  },
  {
    what: 'drafts and entries that were never paid, after the call closed',
    days: KEPT_AFTER_SEASON_DAYS,
    remove: ({ db }, before) => expiredRowsRepository(db).unpaidEntries(before),
  },
  {
    what: 'accounts of entrants, after their last use and a notice 30 days before',
    days: 3 * YEAR,
    remove: eraseIdleAccounts,
  },
  {
    what: 'what jurors wrote in discussions, after the results were published',
    days: KEPT_AFTER_SEASON_DAYS,
    remove: ({ db, clock }, before) => discussionTextsRepository(db).eraseOf(before, clock()),
  },
  {
    what: 'marks and comments of a submission, after another one replaced it',
    days: HOUR_DAYS,
    remove: ({ db }, before) => expiredRowsRepository(db).replacedScores(before),
  },
  {
    what: 'documents that can be drawn again',
    days: 30,
    remove: removeDrawnDocuments,
  },
  {
    what: 'loads of remotes, reports of browsers, links and browsers of staff',
    days: 30,
    remove: async ({ registryDb }, before) => {
      await telemetryRepository(registryDb).deleteBefore(before)
      await staffLinksRepository(registryDb).deleteBefore(before)
      await tokensRepository(registryDb).deleteExpired(before)
    },
  },
  {
    what: 'figures of releases by minute',
    days: 14,
    remove: ({ registryDb }, before) => releaseFiguresRepository(registryDb).deleteBefore(before),
  },
  {
    what: 'counts of how fast pages were',
    days: 400,
    remove: ({ db }, before) => vitalsRepository(db).deleteBefore(before),
  },
  {
    what: 'rows of the audit log, by whole months',
    days: 5 * YEAR,
    remove: ({ db }, before) => pruneAudit(db, before),
  },
]

/** Runs every rule, also after one has failed; then throws the first failure, so that the job is retried. */
export async function applyRetention(context: AppContext): Promise<void> {
  const now = context.clock().getTime()
  const failures: unknown[] = []
  for (const { what, days, remove: forget } of RETENTION) {
    try {
      await forget(context, new Date(now - days * DAY_MS))
    } catch (error) {
      context.log.error('retention.failed', { what, error })
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

async function removeDrawnDocuments({ db, storage }: AppContext, before: Date) {
  const documents = drawnDocumentsRepository(db)
  for (const key of await documents.olderThan(before)) {
    await storage.remove(key)
    await documents.remove(key)
  }
}

const HOUR = 3_600

/** Mounts the hourly job that applies the retention rules. */
export function housekeeping(context: AppContext) {
  context.jobs.every('housekeeping', HOUR, () => applyRetention(context))
}
