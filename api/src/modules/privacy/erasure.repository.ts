import {
  ASSIGNMENT_STATUS,
  ENTRY_FEE_STATUS,
  PAYMENT_STATUS,
  fieldsWith,
} from '@awards/shared/domain'
import { sql } from 'kysely'
import { statusList } from '../../db/status-list.repository.ts'
import { discussionTextsRepository } from '../jury/deliberation/discussion-texts.repository.ts'
import type { Db } from '../../db/database.ts'
import { storedKeysOf } from '../../files/pictures/picture.ts'
import { ownAddresses } from '../../mail/outbox.repository.ts'
import { erasedAddress, type Obstacles } from './erasure.policy.ts'
import { lockFees } from '../payments/checkout/payable-entries.repository.ts'
import { INVOICED_NUMBERS } from '../payments/tax/vat-checks.repository.ts'
import { changeEntryStatus, statusSql } from '../entries/entry-status.repository.ts'

const OPEN_SEATS = statusList(
  ASSIGNMENT_STATUS.assigned,
  ASSIGNMENT_STATUS.opened,
  ASSIGNMENT_STATUS.draft,
)
const OPEN_PAYMENTS = statusList(
  PAYMENT_STATUS.created,
  PAYMENT_STATUS.awaiting,
  PAYMENT_STATUS.closing,
  PAYMENT_STATUS.mismatch,
)

/** Answers of published winners that survive an erasure: the public ones, and the consent to show them. */
const PUBLIC_ANSWERS = [...fieldsWith({ isPublic: true }), 'image_licence_consent']
/** Answers to public questions of the form that the entry was submitted with, as `{questions: {…}}`. */
const PUBLIC_QUESTIONS = sql`coalesce((
  select jsonb_build_object('questions', jsonb_object_agg(given.key, given.value))
  from entry_forms form, jsonb_array_elements(form.questions) question,
    jsonb_each(apply_orders.answers -> 'questions') given
  where form.hash = apply_orders.form_hash and given.key = question ->> 'code'
    and (question ->> 'public')::boolean having count(*) > 0), '{}')`
const PUBLIC_WINNING_INFO = ['winner_name', 'certificate_name']

/** Statements that erase or anonymise the rows of one account, in one transaction. */
export const erasureRepository = (trx: Db) => ({
  /** Locks the account, which serialises concurrent requests; undefined if it is already erased. */
  async lock(userId: string) {
    // Locks all chairs, so that of two that are erased concurrently the second counts as the last.
    await sql`select id from jurors where level = 1 and is_active
      and exists (select 1 from jurors j where j.user_id = ${userId} and j.level = 1)
      order by id for update`.execute(trx)
    return trx
      .selectFrom('users')
      .select(['email', 'password_hash'])
      .where('id', '=', userId)
      .where('status', '=', 'active')
      .forNoKeyUpdate()
      .executeTakeFirst()
  },

  /** Takes the row locks that payments take, so that no payment begins or ends meanwhile. */
  async lockEntries(userId: string) {
    const own = await trx
      .selectFrom('apply_orders')
      .select('id')
      .where('user_id', '=', userId)
      .execute()
    await lockFees(
      trx,
      own.map(({ id }) => id),
    )
    return trx
      .selectFrom('apply_orders')
      .select(['id', 'entry_status', 'entry_fee_status'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute()
  },

  async obstacles(userId: string): Promise<Obstacles> {
    const { rows } = await sql<Obstacles>`
      select
        array(select distinct e.entry_no from order_lines o
          join apply_orders e on e.id = o.apply_order_id
          where e.user_id = ${userId} and o.status in ${OPEN_PAYMENTS}) as open_payments,
        array(select e.entry_no from apply_orders e
          where e.user_id = ${userId} and e.entry_status in ${statusSql('in_judging', 'decided')}
            and e.entry_fee_status = ${statusList(ENTRY_FEE_STATUS.paid)}) as in_judging,
        (select count(*)::integer from assignments t
          join jurors j on j.id = t.juror_id
          join apply_orders e on e.id = t.apply_order_id
          where j.user_id = ${userId} and t.status in ${OPEN_SEATS}
            and e.entry_status = ${statusSql('in_judging')}) as reviews,
        exists (select 1 from jurors j where j.user_id = ${userId} and j.level = 1 and j.is_active)
          and not exists (
            select 1 from jurors j join users u on u.id = j.user_id
            where j.level = 1 and j.is_active and j.user_id <> ${userId} and u.status = 'active'
          ) as is_last_chair`.execute(trx)
    const [row] = rows
    if (!row) throw new Error('The obstacles could not be read')
    return row
  },

  /** Deletes unpaid entries without orders, invoices or withdrawals, and then empty projects. */
  async deleteUnpaidEntries(userId: string) {
    await sql`
      delete from apply_orders e where e.user_id = ${userId} and e.entry_status in ${statusSql('draft', 'submitted')}
        and not exists (select 1 from order_lines o where o.apply_order_id = e.id)
        and not exists (select 1 from invoices i where i.apply_order_id = e.id)
        and not exists (select 1 from withdrawals w where w.apply_order_id = e.id)`.execute(trx)
    await sql`
      delete from projects p where p.user_id = ${userId}
        and not exists (select 1 from apply_orders e where e.project_id = p.id)`.execute(trx)
  },

  /** Anonymises the remaining entries to a number and a status; published winners keep their public texts. */
  async emptyEntries(userId: string, now: Date) {
    await sql`
      delete from entry_files f using apply_orders e
      where e.id = f.apply_order_id and e.user_id = ${userId}
        and (e.entry_status <> ${statusSql('awarded')} or not e.is_show or f.kind = 'pdf')`.execute(
      trx,
    )
    // The file of an answer is never public, also not of a winner.
    await sql`
      delete from entry_answer_files f using apply_orders e
      where e.id = f.apply_order_id and e.user_id = ${userId}`.execute(trx)
    const own = sql<boolean>`entry.user_id = ${userId}`
    await changeEntryStatus(trx, 'erase', own, { withdrawn_at: now })
    await sql`
      update apply_orders set
        title = case when entry_status = ${statusSql('awarded')} then title else '' end,
        country = case when entry_status = ${statusSql('awarded')} then country end,
        answers = case when entry_status = ${statusSql('awarded')} then (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(answers)
          where key = any(${PUBLIC_ANSWERS}::text[])) || ${PUBLIC_QUESTIONS} else '{}' end,
        winning_info = case when entry_status = ${statusSql('awarded')} and winning_info is not null then (
          select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(winning_info)
          where key = any(${PUBLIC_WINNING_INFO}::text[])) end,
        invitation_code = null, agent_code = null, correction_note = null, correction_due_at = null,
        version = version + 1
      where user_id = ${userId}`.execute(trx)
    await sql`update projects set title = '', idempotency_key = null
      where user_id = ${userId}`.execute(trx)
    await sql`update entry_events t set detail = null from apply_orders e
      where e.id = t.apply_order_id and e.user_id = ${userId}`.execute(trx)
    // Free text of the jury about the entries may name the person.
    const ofPerson = sql<boolean>`c.apply_order_id in (select id from apply_orders where user_id = ${userId})`
    await discussionTextsRepository(trx).erase(ofPerson, now)
    await sql`update deliberations d set summary = '', seal = '', is_released = false, erased_at = ${now}
      from apply_orders e where e.id = d.apply_order_id and e.user_id = ${userId}
        and d.erased_at is null`.execute(trx)
    await sql`update redactions r set phrases = '{}', version = r.version + 1 from apply_orders e
      where e.id = r.apply_order_id and e.user_id = ${userId}`.execute(trx)
    await sql`update identity_reports r set note = '' from apply_orders e
      where e.id = r.apply_order_id and e.user_id = ${userId}`.execute(trx)
    await sql`delete from admissions a using apply_orders e
      where e.id = a.apply_order_id and e.user_id = ${userId}`.execute(trx)
    await sql`delete from quotes q using apply_orders e
      where e.id = q.apply_order_id and e.user_id = ${userId}`.execute(trx)
  },

  /** Deletes what ties the account to studios, and its name from what it did in works of others. */
  async forgetStudios(userId: string, email: string) {
    await sql`delete from studio_hand_overs where owner_id = ${userId} or to_id = ${userId}`.execute(
      trx,
    )
    await sql`delete from studio_invitations where owner_id = ${userId} or email = ${email}`.execute(
      trx,
    )
    await sql`delete from studio_members where owner_id = ${userId} or member_id = ${userId}`.execute(
      trx,
    )
    await sql`update entry_events set by_user_id = null where by_user_id = ${userId}`.execute(trx)
    await sql`update apply_orders set edited_by = null where edited_by = ${userId}`.execute(trx)
    await sql`update payment_orders set payer_id = null where payer_id = ${userId}`.execute(trx)
  },

  /** Takes every right for the programme back; the audit log keeps who had it. */
  async takeRights(userId: string) {
    await sql`delete from account_rights where user_id = ${userId}`.execute(trx)
  },

  /** Numbers of orders that were paid and have no invoice, or none yet. */
  async uninvoiced(userId: string): Promise<string[]> {
    const { rows } = await sql<{ order_no: string }>`
      select o.order_no from payment_orders o
      where o.paid_at is not null
        and not exists (select from invoices i where i.order_no = o.order_no and i.kind = 'invoice')
        and exists (select from order_lines l join apply_orders e on e.id = l.apply_order_id
          where l.order_no = o.order_no and e.user_id = ${userId})
      order by o.paid_at, o.order_no`.execute(trx)
    return rows.map(({ order_no }) => order_no)
  },

  /** Reduces billing data to kind and country, for tax, and takes names out of the terms; an invoice has both. */
  async emptyOrders(userId: string) {
    const emptied = sql`select o.order_no from payment_orders o join apply_orders e on e.id = o.apply_order_id
      where e.user_id = ${userId}`
    await sql`
      update payment_orders o set
        billing = case when o.billing is not null then
          jsonb_build_object('kind', o.billing -> 'kind', 'country', o.billing -> 'country') end,
        quote = without_names(o.quote), code_url = null
      where o.order_no in (${emptied})`.execute(trx)
    await sql`update order_lines l set quote = without_names(l.quote)
      where l.order_no in (${emptied})`.execute(trx)
  },

  /**
   * Deletes what the register of VAT numbers answered to the account. What an invoice relies on stays as number, answer,
   * consultation number and time, also where somebody else asked about a number of the account's orders or invoices.
   */
  async forgetVatChecks(userId: string) {
    await sql`
      delete from vat_checks c where c.user_id = ${userId} and not exists (
        select from payment_orders o join invoices i on i.order_no = o.order_no
        where o.quote #>> '{vat_check,vat_no}' = c.vat_no and i.kind <> 'proforma')
        and not exists (select from ${INVOICED_NUMBERS} i where i.vat_no = c.vat_no)`.execute(trx)
    await sql`
      update vat_checks c set user_id = nullif(c.user_id, ${userId}), name = null, address = null, raw = '{}'
      where c.user_id = ${userId} or c.vat_no in (
        select o.quote #>> '{vat_check,vat_no}' from payment_orders o
        join apply_orders e on e.id = o.apply_order_id where e.user_id = ${userId}
        union select i.vat_no from ${INVOICED_NUMBERS} i
        join apply_orders e on e.id = i.apply_order_id where e.user_id = ${userId})`.execute(trx)
  },

  /** Anonymises the juror's profile and codes, and erases what the juror said in discussions; scores stay, open seats go. */
  async forgetJuror(userId: string, now: Date) {
    const byJuror = sql<boolean>`c.juror_id in (select id from jurors where user_id = ${userId})`
    await discussionTextsRepository(trx).erase(byJuror, now)
    // Makes the portrait the juror's file, so that it is deleted with the account's files.
    await sql`
      update stored_files set owner_id = ${userId}
      where id in (select photo_file_id from jurors where user_id = ${userId})`.execute(trx)
    await sql`
      update jurors set name = 'Former juror', slug = 'former-' || id, title = '{"en": ""}',
        bio = '{"en": ""}', company = null, photo_file_id = null, photo_alt = null,
        show_public = false, is_active = false, email_domains = '{}', affiliations = '{}'
      where user_id = ${userId}`.execute(trx)
    await sql`
      update assignments set status = ${statusList(ASSIGNMENT_STATUS.removed)}, updated_at = ${now}
      where status in ${OPEN_SEATS}
        and juror_id in (select id from jurors where user_id = ${userId})`.execute(trx)
    await sql`
      update codes set is_active = false, label = '', note = '', owner_id = null, bound_email = null
      where owner_id = ${userId}`.execute(trx)
  },

  /** Deletes sessions, devices and codes, and anonymises the row of `users`. */
  async forgetPerson(userId: string, given: { email: string; password_hash: string; now: Date }) {
    const { email, password_hash, now } = given
    await sql`delete from sessions where user_id = ${userId}`.execute(trx)
    await sql`delete from trusted_devices where user_id = ${userId}`.execute(trx)
    await sql`delete from passkeys where user_id = ${userId}`.execute(trx)
    await sql`delete from oidc_identities where user_id = ${userId}`.execute(trx)
    await sql`delete from oidc_attempts where user_id = ${userId} or email = ${email}`.execute(trx)
    await sql`delete from api_keys where user_id = ${userId}`.execute(trx)
    await sql`delete from webhook_endpoints where user_id = ${userId}`.execute(trx)
    await sql`delete from passkey_challenges where user_id = ${userId}`.execute(trx)
    await sql`delete from email_codes where email = ${email}`.execute(trx)
    await sql`update codes set bound_email = null where bound_email = ${email}`.execute(trx)
    await sql`
      insert into consents (user_id, kind, given, at)
      select ${userId}, 'newsletter', false, ${now} from users
      where id = ${userId} and newsletter_opt_in_at is not null`.execute(trx)
    await sql`
      update users set email = ${erasedAddress(userId)}, password_hash = ${password_hash},
        first_name = 'Erased', last_name = 'account', account_type = 1, company = null, school = null,
        graduation_year = null, country = null, area_code = null, phone = null, address = null,
        postal_code = null, city = null, siren = null, vat_no = null, vat_validated_at = null,
        tax_id = null, is_agent = false, invitation_code_used = null, agent_code_used = null,
        job_title = null, billing = null, newsletter_opt_in_at = null, email_verified_at = null,
        email_corrected_at = null, last_login_at = null, mails_stopped_at = null, bounced_email = null,
        status = 'erased', erased_at = ${now}
      where id = ${userId}`.execute(trx)
  },

  /**
   * Ids of the mails to an address and to the account's former addresses, found through the notices of change.
   * Mails that a former address got after the change belong to its next owner and are left out. Those from before the
   * account took an address are taken along: the code for the change is among them.
   */
  async mailsTo(email: string): Promise<string[]> {
    const { rows } = await sql<{ id: string }>`
      with recursive ${ownAddresses(email)}
      select distinct mail.id from own
      join mail_outbox mail on mail.recipient = own.address and mail.created_at <= own.until`.execute(
      trx,
    )
    return rows.map(({ id }) => id)
  },

  /** Which records the law or the public credit keep after the erasure. */
  async keeps(userId: string): Promise<{ invoices: boolean; results: boolean }> {
    const { rows } = await sql<{ invoices: boolean; results: boolean }>`
      select
        exists (select 1 from invoices i join apply_orders e on e.id = i.apply_order_id
          where e.user_id = ${userId} and i.kind <> 'proforma') as invoices,
        exists (select 1 from apply_orders e
          where e.user_id = ${userId} and e.entry_status = ${statusSql('awarded')}) as results`.execute(
      trx,
    )
    return rows[0] ?? { invoices: false, results: false }
  },

  /** Pro forma invoices are no accounting records, so no retention applies. */
  async deleteProformas(userId: string) {
    await sql`
      delete from invoices i using apply_orders e
      where e.id = i.apply_order_id and e.user_id = ${userId} and i.kind = 'proforma'`.execute(trx)
  },

  /** Whether one of the mails is still to be sent; the outbox keeps those that cannot be for a month. */
  async areUnsent(ids: readonly string[]): Promise<boolean> {
    const { rows } = await sql<{ are: boolean }>`
      select exists (select from mail_outbox where id = any(${[...ids]}::bigint[])
        and sent_at is null and bounced_at is null) as are`.execute(trx)
    return rows[0]?.are === true
  },

  /** Removes recipient, parameters and what a mail server said from mails that were sent or came back. */
  forgetMails: (ids: readonly string[]) =>
    trx
      .updateTable('mail_outbox')
      .set({ recipient: erasedAddress('mail'), params: '{}', last_error: null })
      .where('id', 'in', ids)
      .where((mail) =>
        mail.or([mail('sent_at', 'is not', null), mail('bounced_at', 'is not', null)]),
      )
      .execute(),
})

type Stored = { variants: unknown }

/** Files of an account that is erased: rows are deleted in the transaction, bytes by a job after the commit. */
export const erasedFilesRepository = (trx: Db) => ({
  /** Deletes the rows of files that no published entry or juror uses; returns the storage keys to delete. */
  async take(userId: string): Promise<string[]> {
    const { rows: gone } = await sql<Stored>`
      delete from stored_files b
      where b.owner_id = ${userId}
        and not exists (select 1 from entry_files f where f.file_id = b.id)
        and not exists (select 1 from entry_answer_files f where f.file_id = b.id)
        and not exists (select 1 from jurors j where j.photo_file_id = b.id)
      returning b.variants`.execute(trx)
    const { rows: remaining } = await sql<Stored>`
      update stored_files set original_name = 'picture' where owner_id = ${userId}
      returning variants`.execute(trx)
    const { rows: copies } = await sql<{ storage_key: string }>`
      delete from data_exports where user_id = ${userId} and storage_key is not null
      returning storage_key`.execute(trx)
    const shared = new Set(remaining.flatMap(({ variants }) => storedKeysOf(variants)))
    const keys = gone
      .flatMap(({ variants }) => storedKeysOf(variants))
      .filter((key) => !shared.has(key))
    return [...new Set([...keys, ...copies.map(({ storage_key }) => storage_key)])]
  },
})

export type IdleAccount = { id: string; email: string; language: string; notice_key: string }

const IDLE = sql`
  select u.id, u.email, u.language, u.created_at, seen.at,
    'account_idle:' || u.id || ':' || extract(epoch from seen.at)::bigint as notice_key
  from users u cross join lateral (select greatest(u.created_at, u.last_login_at,
    (select max(s.last_used_at) from sessions s where s.user_id = u.id),
    (select max(e.updated_at) from apply_orders e where e.user_id = u.id)) as at) seen
  where u.identity = 0 and u.status = 'active'`

/** Entrants without activity. The dedupe key of the notice contains the last use, so that new activity resets it. */
export const idleAccountsRepository = (db: Db) => ({
  /** Idle since `before`, with a notice sent before `notifiedBefore`, or refused then since the address is gone; all, or one. */
  async notified(
    given: { before: Date; notifiedBefore: Date; id?: string },
    limit: number,
  ): Promise<IdleAccount[]> {
    const { rows } = await sql<IdleAccount>`
      with idle as (${IDLE})
      select id, email, language, notice_key from idle
      where at < ${given.before} and created_at < ${given.before}
        and id = coalesce(${given.id ?? null}::bigint, id) and exists (
        select 1 from mail_outbox m
        where m.dedupe_key = idle.notice_key
          and coalesce(m.sent_at, m.bounced_at) < ${given.notifiedBefore})
      order by at limit ${limit}`.execute(db)
    return rows
  },

  /** Idle since `before`, without a notice. */
  async unnotified(before: Date, limit: number): Promise<IdleAccount[]> {
    const { rows } = await sql<IdleAccount>`
      with idle as (${IDLE})
      select id, email, language, notice_key from idle
      where at < ${before} and created_at < ${before} and not exists (
        select 1 from mail_outbox m where m.dedupe_key = idle.notice_key)
      order by at limit ${limit}`.execute(db)
    return rows
  },
})
