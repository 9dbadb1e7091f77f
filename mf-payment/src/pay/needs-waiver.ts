import { WITHDRAWAL_DAYS } from '@awards/shared/domain'

const DAY_MS = 86_400_000

/** Whether judging begins while a consumer who pays now could still withdraw. */
export function needsWaiver(server_now: string, judging: string | null): boolean {
  if (judging === null) return false
  return Date.parse(judging) - Date.parse(server_now) < WITHDRAWAL_DAYS * DAY_MS
}
