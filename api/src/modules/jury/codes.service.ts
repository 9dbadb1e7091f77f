import type { Answer, judge } from '@awards/shared/contract'
import type { Actor } from '../../app/actor.ts'
import type { AppContext } from '../../app/app-context.ts'
import { codesRepository } from './codes.repository.ts'

type Codes = Answer<typeof judge.getInvitationCode>

/** Codes: the chair filters by all of them, other jurors see their own (domain page §2.7). */
export function codesService({ db, clock, config }: AppContext) {
  async function list(
    actor: Actor,
    kinds: Parameters<ReturnType<typeof codesRepository>['list']>[0],
  ): Promise<Codes> {
    const now = clock()
    const owner = actor.identity === 1 ? undefined : actor.id
    const rows = await codesRepository(db).list(kinds, owner)
    return rows.map((row) => ({
      code: row.code,
      kind: row.kind as Codes[number]['kind'],
      label: row.label,
      owner_name: row.first_name ? `${row.first_name} ${row.last_name}` : null,
      mine: row.owner_id === actor.id,
      active:
        row.is_active &&
        (row.valid_from === null || row.valid_from <= now) &&
        (row.valid_until === null || row.valid_until > now) &&
        (row.max_uses === null || row.redeemed < row.max_uses),
      valid_until: row.valid_until?.toISOString() ?? null,
      max_uses: row.max_uses,
      redeemed: row.redeemed,
      share_url: `${config.siteUrl}/login?tab=register&code=${encodeURIComponent(row.code)}`,
    }))
  }

  return {
    invitations: (actor: Actor) => list(actor, ['juror_invite', 'entrant_invite']),
    agents: (actor: Actor) => list(actor, ['agent']),
  }
}
