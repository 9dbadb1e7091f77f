import type { Answer, Parsed, studio as calls } from '@awards/shared/contract'
import { STUDIO_OFFER_DAYS } from '@awards/shared/domain'
import type { Db } from '../../db/database.ts'
import type { Actor } from '../../http/actor.ts'
import { BusinessError } from '../../http/business-error.ts'
import { DAY_MS } from '../../lib/time.ts'
import { formatDateTime } from '../../lib/localised.ts'
import type { AppContext } from '../../start/app-context.ts'
import { languageOf } from '../accounts/account.mapper.ts'
import { usersRepository } from '../accounts/users.repository.ts'
import { auditRepository } from '../audit/audit.repository.ts'
import { programmeOf } from '../documents/documents.repository.ts'
import { entriesRepository } from '../entries/entries.repository.ts'
import { handOversRepository, type HandOverRow } from './studio-invitations.repository.ts'
import { ownMember, placeWords, notYours } from './studio.service.ts'
import { studioMembersRepository, entryRoleRepository } from './studio-members.repository.ts'

/**
 * Hands works over to a member: the owner offers, the member accepts, and the two change places. One work goes to any
 * member who works on it; all of them go to a member of the studio who has no works and no members yet, since two teams
 * would otherwise see each other's works.
 */
export function handOverService({ db, clock, mail }: AppContext) {
  return {
    offer: (
      actor: Actor,
      { member_id, project_id = null }: Parsed<typeof calls.offerHandOver>,
    ): Promise<Answer<typeof calls.offerHandOver>> =>
      db.transaction().execute(async (trx) => {
        const member = await ownMember(trx, actor, member_id)
        const members = studioMembersRepository(trx)
        if (project_id && !(await members.ownsWork(actor.id, project_id))) throw notYours()
        if (member.project_id && member.project_id !== project_id) throw worksOnAnother()
        if (!project_id && (await handOversRepository(trx).hasStudio(member.member_id))) {
          throw hasStudio()
        }
        const offered_at = clock()
        const expires_at = new Date(offered_at.getTime() + STUDIO_OFFER_DAYS * DAY_MS)
        const offer = { owner_id: actor.id, to_id: member.member_id, project_id, expires_at }
        const id = await handOversRepository(trx).replace({ ...offer, offered_at })
        await tellMember(trx, actor, id, offer)
        await auditRepository(trx).record(actor, 'studio.hand_over_offered', member.member_id, {
          after: { project_id },
        })
        return { hand_over_id: id, expires_at: expires_at.toISOString() }
      }),

    withdraw: (actor: Actor, id: string) =>
      db.transaction().execute(async (trx) => {
        await studioMembersRepository(trx).lock(actor.id)
        const offer = await handOversRepository(trx).find(id)
        if (offer?.owner_id !== actor.id) throw noOffer()
        await handOversRepository(trx).remove(id)
        await auditRepository(trx).record(actor, 'studio.hand_over_withdrawn', offer.to_id)
        return { changed: true }
      }),

    answer: (
      actor: Actor,
      { hand_over_id, answer }: Parsed<typeof calls.answerHandOver>,
    ): Promise<Answer<typeof calls.answerHandOver>> =>
      db.transaction().execute(async (trx) => {
        const known = await offerTo(trx, actor, hand_over_id)
        // Both studios, in one order, so that two offers the other way round never wait for each other.
        const owners = [known.owner_id, actor.id].sort()
        for (const owner of owners) await studioMembersRepository(trx).lock(owner)
        // Withdrawn, or ended with the membership, meanwhile.
        const offer = await offerTo(trx, actor, hand_over_id)
        if (answer === 'decline') await handOversRepository(trx).remove(offer.id)
        else await take(trx, actor, offer)
        const act = answer === 'accept' ? 'studio.handed_over' : 'studio.hand_over_declined'
        await auditRepository(trx).record(actor, act, offer.owner_id, {
          after: { project_id: offer.project_id },
        })
        return { changed: true }
      }),
  }

  async function offerTo(trx: Db, actor: Actor, id: string): Promise<HandOverRow> {
    const offer = await handOversRepository(trx).find(id)
    if (offer?.to_id !== actor.id) throw noOffer()
    if (offer.expires_at <= clock()) {
      throw new BusinessError(410, 'The time of this offer is over. Ask for a new one.', {
        reason: 'CLOSED',
      })
    }
    return offer
  }

  async function take(trx: Db, actor: Actor, { owner_id, project_id }: HandOverRow) {
    const handOvers = handOversRepository(trx)
    const members = studioMembersRepository(trx)
    // Waits for a work that the account is beginning meanwhile.
    const person = await usersRepository(trx).lock(actor.id)
    if (person?.identity !== 0) throw noOffer()
    if (!project_id && (await handOvers.hasStudio(actor.id))) throw hasStudio()
    await members.holdAll(owner_id)
    const roles = entryRoleRepository(trx)
    const role = await roles.ofMember(actor.id, { user_id: owner_id, project_id }, true)
    if (!role || role === 'owner') throw noOffer()
    const now = clock()
    const entries = await handOvers.lockWorks(owner_id, project_id)
    const facts = { owner_id, member_id: actor.id }
    await handOvers.endMemberships(facts, project_id, now)
    await handOvers.giveTeam(owner_id, project_id, actor.id, now)
    await handOvers.giveWorks(owner_id, project_id, actor.id)
    const swapped = { owner_id: actor.id, member_id: owner_id, project_id, role, since: now }
    await members.add(swapped)
    for (const id of entries) {
      await entriesRepository(trx).record(id, 'handed_over', now, { by: actor })
    }
    await tellFormerOwner(trx, actor, owner_id, project_id)
  }

  async function tellMember(
    trx: Db,
    actor: Actor,
    id: string,
    { to_id, expires_at }: Omit<HandOverRow, 'id'>,
  ) {
    const person = await usersRepository(trx).find(to_id)
    if (!person) throw new Error(`Account ${to_id} is gone`)
    const language = languageOf(person)
    const { timezone } = await programmeOf(trx)
    const offers = await handOversRepository(trx).to(to_id, clock())
    const work = offers.find((one) => one.id === id)?.work ?? null
    await mail.enqueue(trx, {
      to: person.email,
      template: 'studio_hand_over',
      language,
      params: {
        name: actor.display_name,
        works: placeWords(work, language),
        until: formatDateTime(expires_at, language, timezone),
      },
    })
  }

  async function tellFormerOwner(trx: Db, actor: Actor, ownerId: string, projectId: string | null) {
    const person = await usersRepository(trx).find(ownerId)
    if (person?.status !== 'active') return
    const language = languageOf(person)
    const works = projectId ? await studioMembersRepository(trx).works(actor.id) : []
    const work = works.find(({ project_id }) => project_id === projectId) ?? null
    await mail.enqueue(trx, {
      to: person.email,
      template: 'studio_handed_over',
      language,
      params: { name: actor.display_name, works: placeWords(work, language) },
    })
  }
}

const noOffer = () => new BusinessError(404, 'This offer is not open any more. Reload the page.')

const worksOnAnother = () =>
  new BusinessError(
    409,
    'This person works on one work only. Offer that one, or invite the person for all works.',
    { reason: 'SCOPE' },
  )

const hasStudio = () =>
  new BusinessError(
    409,
    'This account has works or members of its own, and two studios cannot become one. Hand works over one by one.',
    { reason: 'OWN_WORKS' },
  )
