import type { AppContext } from '../../start/app-context.ts'
import type { JobPayload } from '../../jobs/jobs.ts'
import { erasureRepository } from './erasure.repository.ts'

export const ERASURE_JOBS = { files: 'rights.erased_files', mails: 'rights.erased_mails' } as const

/** What follows an erasure: the bytes of its files go, and a day later the addresses of its mails. */
export function erasureJobs({ db, jobs, storage }: AppContext) {
  jobs.handle(ERASURE_JOBS.files, async ({ keys }) => {
    for (const key of listOf(keys)) await storage.remove(key)
  })
  jobs.handle(ERASURE_JOBS.mails, async ({ mail_ids }) => {
    const ids = listOf(mail_ids)
    if (ids.length > 0) await erasureRepository(db).forgetMails(ids)
  })
}

const listOf = (value: JobPayload[string]): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
