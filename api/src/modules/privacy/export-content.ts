import { inLanguage, LANGUAGES } from '@awards/shared/domain'
import type { AppContext } from '../../start/app-context.ts'
import type { UserRow } from '../accounts/users.repository.ts'
import { toCsv } from '../../lib/csv.ts'
import { exportJuryRepository } from './export-jury.repository.ts'
import { exportReadme } from './export-readme.ts'
import { exportRepository } from './export.repository.ts'
import type { ExportRow } from './export.repository.ts'
import { withdrawalsRepository } from './withdrawals.repository.ts'

/** A file of the copy: its text, or where its bytes lie. */
export type ExportItem = { name: string; text: string } | { name: string; key: string }

/** The texts of a copy: what is what, everything for machines, and tables for people. */
export async function exportContent(
  { db, clock, config, identity }: AppContext,
  user: UserRow,
): Promise<ExportItem[]> {
  const own = exportRepository(db)
  const jury = exportJuryRepository(db)
  const tables: Record<string, ExportRow[]> = {
    entries: await own.entries(user.id),
    payments: await own.payments(user.id),
    consents: await own.consents(user.id),
    sessions: await own.sessions(user.id),
    trusted_devices: await own.devices(user.id),
    activity: await own.activity(user.id),
    mails: await own.mails(user.email),
    codes: await own.codes(user.id),
    comments: await jury.comments(user.id, config.secret),
    jury_assignments: await jury.assignments(user.id),
    jury_scores: await jury.scores(user.id),
    jury_conflicts: await jury.conflicts(user.id),
    jury_decisions: await jury.decisions(user.id),
  }
  const [profile] = await own.profile(user.id)
  const [juror] = await jury.juror(user.id)
  const withdrawals = await withdrawalsRepository(db).receipts(user.id)
  const language = LANGUAGES.find((one) => one === user.language) ?? 'en'
  const programme = inLanguage((await identity()).programme_name, language)
  const made_at = clock()
  const data = { made_at, profile, juror: juror ?? null, ...tables, withdrawals }

  return [
    { name: 'README.txt', text: exportReadme(language, { programme, made_at }) },
    { name: 'data.json', text: `${JSON.stringify(data, null, 2)}\n` },
    ...Object.entries(tables)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => ({ name: `tables/${name}.csv`, text: toCsv(rows) })),
  ]
}
