import { MOST_PEOPLE, type Answer, type Parsed, type people } from '@awards/shared/contract'
import {
  publicEntryStatus,
  ACCOUNT_RIGHTS,
  type EntryStatus,
  type Language,
  type AccountRight,
} from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import { BusinessError } from '../../../http/business-error.ts'
import { named } from '../../../lib/localised.ts'
import { isMailTemplate, MAIL_TEXTS } from '../../../mail/mail-texts.ts'
import { MAX_ATTEMPTS } from '../../../mail/outbox.repository.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { languageOf } from '../../accounts/account.mapper.ts'
import { signInLock } from '../../accounts/sign-in-lock.ts'
import { type UserRow, usersRepository } from '../../accounts/users.repository.ts'
import { dataRequestsRepository } from '../../privacy/data-requests.repository.ts'
import { exportsService } from '../../privacy/exports.service.ts'
import { peopleRepository, type FoundPerson, personStoryRepository } from './people.repository.ts'

/** An account that is there, or 404. */
export async function personWith(db: Db, userId: string): Promise<UserRow> {
  const person = await usersRepository(db).find(userId)
  if (!person || person.status === 'erased') {
    throw new BusinessError(404, 'There is no such account. Search again.', { reason: 'UNKNOWN' })
  }
  return person
}

/**
 * What somebody is to the award beside an account: a seat on the jury or a right at the desk. Who may open such an
 * account could read marks, or act as a colleague; its address, its erasure and a look through its eyes are for nobody.
 */
async function officeOf(db: Db, { id, identity }: Pick<UserRow, 'id' | 'identity'>) {
  const seat = await personStoryRepository(db).seat(id)
  const held = await usersRepository(db).rightsOf(id)
  const rights: AccountRight[] = ACCOUNT_RIGHTS.filter((right) => held.includes(right))
  const isJuror = identity !== 0 || seat?.is_active === true
  const office = isJuror ? ('jury' as const) : rights.length > 0 ? ('team' as const) : null
  return { seat, rights, office }
}

/** Throws 409 `HOLDS_OFFICE` for jurors and the team. */
export async function requireNoOffice(db: Db, person: UserRow) {
  const { office } = await officeOf(db, person)
  if (!office) return
  const sentence =
    office === 'jury'
      ? 'This person sits on the jury, whose marks nobody else may come near. Write to them instead.'
      : 'This person belongs to the team of the programme. Ask them instead.'
  throw new BusinessError(409, sentence, { reason: 'HOLDS_OFFICE', office })
}

type Story = Answer<typeof people.person>

/** People at the organiser's desk: who they are, and what became of what they did. */
export function peopleService(context: AppContext) {
  const { db, clock } = context
  const lock = signInLock(context)

  return {
    async search({ keyword }: Parsed<typeof people.people>): Promise<Answer<typeof people.people>> {
      // One more than is shown tells whether there are more.
      const found = await peopleRepository(db).search({ keyword, limit: MOST_PEOPLE + 1 })
      return { list: found.slice(0, MOST_PEOPLE).map(toRow), is_cut: found.length > MOST_PEOPLE }
    },

    async dataRequests({ user_id }: Parsed<typeof people.dataRequests>) {
      const rows = await dataRequestsRepository(db).list(user_id ?? null)
      return {
        list: rows.map(({ id, user_id: userId, is_erased, person, email, by_whom, ...row }) => ({
          request_id: id,
          kind: row.kind,
          person: is_erased ? null : { user_id: userId, name: person, email },
          way: row.way,
          received_on: row.received_on,
          due_on: row.due_on,
          state: row.state,
          obstacle: row.obstacle,
          kept: row.kept,
          note: row.note,
          by: by_whom,
          ended_at: row.ended_at?.toISOString() ?? null,
        })),
      }
    },

    async story(userId: string, language: Language): Promise<Story> {
      const person = await personWith(db, userId)
      const rows = personStoryRepository(db)
      const { seat, rights, office } = await officeOf(db, person)
      const { status, requested_at } = await exportsService(context).current({ id: userId })
      return {
        ...factsOf(person),
        locked_until: (await lock.lockedUntil(person))?.toISOString() ?? null,
        sessions: await rows.sessions(userId, clock()),
        rights,
        office,
        jury: seat
          ? {
              ...seat,
              categories: seat.categories.map(({ id, code, name }) =>
                named(id, code, name, language),
              ),
            }
          : null,
        entries: (await rows.entries(userId)).map((row) => ({
          apply_order_id: row.id,
          entry_no: row.entry_no,
          title: row.title,
          edition: named(row.edition_id, row.edition_code, row.edition_name, language),
          category: named(row.category_id, row.category_code, row.category_name, language),
          // As its entrant sees it: what the jury has decided is told when the results are out.
          entry_status: publicEntryStatus(row.entry_status as EntryStatus),
          entry_fee_status: row.entry_fee_status,
          winner_fee_status: row.winner_fee_status,
          updated_at: row.updated_at.toISOString(),
        })),
        orders: (await rows.orders(userId)).map((row) => ({
          ...row,
          created_at: row.created_at.toISOString(),
          paid_at: row.paid_at?.toISOString() ?? null,
        })),
        mails: (await rows.mails(person.email)).map(({ id, template, ...mail }) => ({
          mail_id: id,
          template,
          title: isMailTemplate(template) ? MAIL_TEXTS[language][template].title : template,
          state: stateOf(mail),
          created_at: mail.created_at.toISOString(),
          sent_at: mail.sent_at?.toISOString() ?? null,
          soft_bounces: mail.soft_bounces,
        })),
        export: requested_at ? { status, requested_at } : null,
      }
    },
  }
}

const toRow = ({ id, found_by, found_words, last_login_at, ...row }: FoundPerson) => ({
  ...row,
  user_id: id,
  last_login_at: last_login_at?.toISOString() ?? null,
  found: found_by && found_words ? { by: found_by, words: found_words } : null,
})

const factsOf = (person: UserRow) => ({
  user_id: person.id,
  name: `${person.first_name} ${person.last_name}`,
  email: person.email,
  company: person.company,
  country: person.country,
  account_type: person.account_type,
  language: languageOf(person),
  created_at: person.created_at.toISOString(),
  last_login_at: person.last_login_at?.toISOString() ?? null,
  is_address_unproven: person.email_corrected_at !== null,
})

type Delivery = { sent_at: Date | null; bounced_at: Date | null; attempts: number }

function stateOf({ sent_at, bounced_at, attempts }: Delivery) {
  // A notice may come back after a mail server has taken the mail.
  if (bounced_at) return 'bounced'
  if (sent_at) return 'sent'
  if (attempts >= MAX_ATTEMPTS) return 'lost'
  return attempts > 0 ? 'failing' : 'waiting'
}
