import { entries, subjudges, type JurorEntryInfo } from '@awards/shared/contract'
import { signIn, type Seat } from './accounts.ts'
import type { ApiClient } from './api-client.ts'
import { fullSpeed, type Think } from './virtual-users.ts'
import { acceptsScore, type ScoreRecord, type WriteLog } from './write-log.ts'

export type Juror = { api: ApiClient; log: WriteLog; seat: Seat; think?: Think }

/** A virtual juror: scores one entry repeatedly, endless. */
export function juror({ api, log, seat: { account, entry }, think = fullSpeed }: Juror) {
  let record: ScoreRecord | undefined
  let isOutcomeUnknown = true
  let attempt = 0

  async function signedIn(): Promise<ScoreRecord> {
    const token = await signIn(api, log, account)
    const score = { token, entry, attempted: '' }
    log.scores.push(score)
    return score
  }

  return {
    async run() {
      record ??= await signedIn()
      const { token } = record
      const { criteria } = await jurorInfo(api, token, entry)
      for (;;) {
        if (isOutcomeUnknown) await checkScore(api, record)
        isOutcomeUnknown = true
        await think()
        attempt += 1
        record.attempted = `Reading ${attempt}`
        const saved = await api(token, subjudges.score, {
          apply_order_id: entry,
          version: record.acknowledged?.version ?? 0,
          comment_private: record.attempted,
          is_draft: true,
          items: criteria.map(({ id }) => ({
            criterion_id: id,
            value: 10 + (attempt % 16) * 0.5,
          })),
        })
        record.acknowledged = { version: saved.version, text: record.attempted }
        log.acknowledge('scores')
        isOutcomeUnknown = false
      }
    },
  }
}

/** Throws unless the score is the last acknowledged or the pending one; updates the record. */
export async function checkScore(api: ApiClient, record: ScoreRecord) {
  const { own_score: own } = await jurorInfo(api, record.token, record.entry)
  const found = { version: own?.version ?? 0, text: own?.comment_private ?? '' }
  if (!acceptsScore(record, found)) {
    const [there, known] = [found, record.acknowledged].map((score) => JSON.stringify(score))
    throw new Error(`Lost: the score of ${record.entry} is ${there}, after ${known}`)
  }
  record.acknowledged = found
}

async function jurorInfo(api: ApiClient, token: string, entry: string): Promise<JurorEntryInfo> {
  const info = await api(token, entries.info, { apply_order_id: entry })
  if (info.projection !== 'juror') throw new Error('A juror got the sheet of an owner')
  return info
}
