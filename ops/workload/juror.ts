import { entries, subjudges, type JurorEntryInfo } from '@awards/shared/contract'
import { signIn, type Seat } from './accounts.ts'
import type { ApiClient } from './api-client.ts'
import { fullSpeed, type Think } from './pace.ts'
import { acceptsScore, type ScoreRecord, type WriteLog } from './write-log.ts'

export type Juror = { api: ApiClient; log: WriteLog; seat: Seat; think?: Think }

/** Scores one entry over and over, without end. */
export function juror({ api, log, seat: { account, entry }, think = fullSpeed }: Juror) {
  let record: ScoreRecord | undefined
  let isUnsure = true
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
        if (isUnsure) await checkScore(api, record)
        isUnsure = true
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
        isUnsure = false
      }
    },
  }
}

/** The score is the last one that was acknowledged, or the one after; the record goes on from what was found. */
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
