import { studio } from '@awards/shared/contract'
import type { MemberRole } from '@awards/shared/domain'
import type { TestApi } from './test-api.ts'

/** A studio with an owner, its works and its members, made as people make them. */
export async function studioScene(api: TestApi) {
  const { build, db } = api
  const owner = await build.user({ company: 'Atelier Sillon' })
  const boss = api.as(owner)

  /** The token of the latest invitation to an address, from its mail. */
  async function tokenOf(email: string): Promise<string> {
    const { params } = await db
      .selectFrom('mail_outbox')
      .select('params')
      .where('recipient', '=', email)
      .where('template', '=', 'studio_invitation')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return (params as { invitation: string }).invitation
  }

  async function invite(email: string, role: MemberRole, project_id?: string) {
    const made = await boss.call(studio.invite, { email, role, project_id })
    return { ...made, token: await tokenOf(email) }
  }

  /** A member who was invited and has accepted. */
  async function member(role: MemberRole, project_id?: string) {
    const person = await build.user()
    const { token } = await invite(person.email, role, project_id)
    const as = api.as(person)
    await as.call(studio.acceptInvitation, { token })
    const { members } = await boss.call(studio.overview, {})
    const row = members.find(
      (one) =>
        one.email === person.email && (one.work?.project_id ?? null) === (project_id ?? null),
    )
    if (!row) throw new Error('The member is not in the list')
    return { person, as, member_id: row.member_id }
  }

  return { owner, boss, tokenOf, invite, member }
}
