import { CODE_MINUTES, EDITION_STATUS, JUDGING_OVER } from '@awards/shared/domain'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { statusList } from '../../db/status-list.repository.ts'
import type { Db } from '../../db/database.ts'
import { ownAddresses } from '../../mail/outbox.repository.ts'
import { jurorLetter } from '../jury/scoring/score-sheet.repository.ts'
import { statusSql } from '../entries/entry-status.repository.ts'
import type { DataExports } from '../../db/schema.gen.ts'

/** SQL: the edition `ed` has published its results. */
const IS_PUBLISHED = sql`ed.status >= ${statusList(EDITION_STATUS.published)}`

/** SQL: the owner of the entry `e` may know what the jury wrote. Publication may leave an entry with the jury. */
const IS_OUT = sql`${IS_PUBLISHED} and e.entry_status in ${statusList(...JUDGING_OVER)}`

export type OwnFile = { entry_no: string | null; original_name: string; variants: unknown }
export type PersonalRow = Record<string, unknown>

/** Personal data of one user, by table, without hashes and without names of other people. */
export const exportRepository = (db: Db) => {
  const rows = rowsIn(db)

  return {
    profile: (userId: string) =>
      rows(sql`
        select id, email, identity, account_type, first_name, last_name, company, job_title, school,
          graduation_year, country, area_code, phone, address, postal_code, city, language, siren,
          vat_no, vat_validated_at, tax_id, is_agent, invitation_code_used, agent_code_used, billing,
          terms_version, terms_accepted_at, newsletter_opt_in_at, email_verified_at, last_login_at,
          mails_stopped_at, bounced_email, created_at
        from users where id = ${userId}`),

    // A decision under embargo is exported as "in judging".
    entries: (userId: string) =>
      rows(sql`
        select e.entry_no, ed.code as edition, c.code as category, s.code as section, e.title,
          case e.entry_status when ${statusSql('decided')} then ${statusSql('in_judging')}
            else e.entry_status end as entry_status,
          e.entry_fee_status, case when ${IS_PUBLISHED} then e.winner_fee_status end as winner_fee_status,
          case when ${IS_PUBLISHED} and e.entry_status = ${statusSql('awarded')} then a.code end as award,
          case when ${IS_OUT} then e.jury_statement end as jury_statement,
          e.answers, e.winning_info, e.package_code, e.invitation_code, e.agent_code,
          e.correction_note, e.correction_due_at, e.created_at, e.submitted_at, e.paid_at,
          e.withdrawn_at, e.updated_at,
          (select coalesce(jsonb_agg(jsonb_build_object(
              'at', t.at, 'code', t.code, 'detail', t.detail,
              'by', case when t.by_user_id = ${userId} then 'you'
                when t.by_user_id is not null then 'member' end) order by t.at), '[]')
            from entry_events t where t.apply_order_id = e.id) as timeline,
          (select coalesce(jsonb_agg(jsonb_build_object(
              'kind', f.kind, 'alt', f.alt, 'credit', f.credit, 'name', b.original_name)
              order by f.kind <> 'cover', f.sort), '[]')
            from entry_files f join stored_files b on b.id = f.file_id
            where f.apply_order_id = e.id) as files,
          (select coalesce(jsonb_agg(jsonb_build_object('question', f.question, 'name', b.original_name)
              order by f.question), '[]')
            from entry_answer_files f join stored_files b on b.id = f.file_id
            where f.apply_order_id = e.id) as answer_files
        from apply_orders e
        join editions ed on ed.id = e.edition_id
        join categories c on c.id = e.category_id
        join sections s on s.id = e.section_id
        left join award_levels a on a.id = e.award_id
        where e.user_id = ${userId} order by e.created_at, e.id`),

    payments: (userId: string) =>
      rows(sql`
        select o.order_no, e.entry_no, o.fee_type, o.channel, o.amount_minor, o.currency, o.status,
          o.is_late, o.is_duplicate, o.billing, o.provider_txn, o.created_at, o.expires_at, o.paid_at,
          (select sum(r.amount_minor) from refunds r
            where r.order_no = o.order_no and r.status = 'succeeded'
              and coalesce(r.apply_order_id, o.apply_order_id) = o.apply_order_id)::integer as refunded_minor
        from fee_orders o join apply_orders e on e.id = o.apply_order_id
        where e.user_id = ${userId} order by o.created_at, o.order_no`),

    vat_checks: (userId: string) =>
      rows(sql`
        select vat_no, status, name, address, consultation_no, at from vat_checks
        where user_id = ${userId} order by at, id`),

    data_requests: (userId: string) =>
      rows(sql`
        select kind, way, received_on, due_on, state, obstacle, note, ended_at from data_requests
        where user_id = ${userId} order by received_on, id`),

    consents: (userId: string) =>
      rows(sql`
        select kind, given, version, subject, at from consents
        where user_id = ${userId} order by at, id`),

    sessions: (userId: string) =>
      rows(sql`
        select user_agent, ip_hash as address_digest, created_at, last_used_at, expires_at, revoked_at
        from sessions where user_id = ${userId} and seen_by is null order by created_at`),

    devices: (userId: string) =>
      rows(sql`
        select user_agent, created_at, last_used_at, expires_at
        from trusted_devices where user_id = ${userId} order by created_at`),

    passkeys: (userId: string) =>
      rows(sql`
        select name, created_at, last_used_at, is_backed_up, stopped_at
        from passkeys where user_id = ${userId} order by created_at`),

    organisations: (userId: string) =>
      rows(sql`
        select issuer, subject, email, linked_at, last_used_at
        from oidc_identities where user_id = ${userId} order by linked_at`),

    keys: (userId: string) =>
      rows(sql`
        select name, prefix, scopes, created_at, expires_at, last_used_at, revoked_at
        from api_keys where user_id = ${userId} order by created_at`),

    webhooks: (userId: string) =>
      rows(sql`
        select name, url, events, created_at, stopped_at
        from webhook_endpoints where user_id = ${userId} order by created_at`),

    /** Audited actions of the user, and those of others on the user's entries, with the actor as "organiser" or "member". */
    activity: (userId: string) =>
      rows(sql`
        select a.at, a.action, coalesce(e.entry_no, case when a.actor_id = ${userId} then a.subject end)
            as subject,
          case when a.actor_id = ${userId} then 'you'
            when exists (select from studio_members team where team.owner_id = ${userId}
              and team.member_id = a.actor_id) then 'member' else 'organiser' end as by,
          case when a.actor_id = ${userId} then a.reason end as reason
        from audit_log a
        left join apply_orders e on e.id::text = a.subject and e.user_id = ${userId}
        where a.actor_id = ${userId}
          or (e.id is not null and (a.action like 'fee.%' or a.action like 'entry.%'))
        order by a.at, a.id`),

    /**
     * Mails to the user's address and to former ones, while they were the user's. The code that proves an address is sent
     * before it is.
     */
    mails: (userId: string, email: string) =>
      rows(sql`
        with recursive ${ownAddresses(email)}
        select mail.recipient, mail.template, mail.language, mail.created_at, mail.sent_at
        from mail_outbox mail join users account on account.id = ${userId}
        where exists (select from own where own.address = mail.recipient
          and mail.created_at <= own.until and mail.created_at
            >= greatest(own.since, account.created_at) - make_interval(mins => ${CODE_MINUTES}))
        order by mail.created_at, mail.id`),

    /** Studios of which the user is a member, members of the user's own, and invitations either way. */
    studio: (userId: string, email: string) =>
      rows(sql`
        select 'member of' as kind, coalesce(nullif(owner.company, ''), owner.first_name || ' ' || owner.last_name)
            as who, team.role, project.title as work, team.since as at, team.ended_at
        from studio_members team join users owner on owner.id = team.owner_id
        left join projects project on project.id = team.project_id
        where team.member_id = ${userId}
        union all
        select 'has as member', person.first_name || ' ' || person.last_name, team.role, project.title,
          team.since, team.ended_at
        from studio_members team join users person on person.id = team.member_id
        left join projects project on project.id = team.project_id
        where team.owner_id = ${userId}
        union all
        select case when invited.owner_id = ${userId} then 'has invited' else 'invited by' end,
          case when invited.owner_id = ${userId} then invited.email
            else coalesce(nullif(owner.company, ''), owner.first_name || ' ' || owner.last_name) end,
          invited.role, project.title, invited.sent_at, coalesce(invited.accepted_at, invited.withdrawn_at)
        from studio_invitations invited join users owner on owner.id = invited.owner_id
        left join projects project on project.id = invited.project_id
        where invited.owner_id = ${userId} or invited.email = ${email}
        order by 5`),

    codes: (userId: string) =>
      rows(sql`
        select code, kind, label, discount_percent, valid_from, valid_until, max_uses, redeemed
        from codes where owner_id = ${userId} order by code`),

    async files(userId: string): Promise<OwnFile[]> {
      const { rows: files } = await sql<OwnFile>`
        with used as (
          select f.file_id, e.entry_no
          from (select apply_order_id, file_id from entry_files
            union all select apply_order_id, file_id from entry_answer_files) f
          join apply_orders e on e.id = f.apply_order_id
          where e.user_id = ${userId}
        )
        select (select min(used.entry_no) from used where used.file_id = b.id) as entry_no,
          b.original_name, b.variants
        from stored_files b
        where b.status = 'ready'
          and (b.owner_id = ${userId} or b.id in (select file_id from used))
        order by 1 nulls last, b.created_at, b.id`.execute(db)
      return files
    },

    async certifiedEntries(userId: string): Promise<string[]> {
      const { rows: found } = await sql<{ id: string }>`
        select e.id from certificates k join apply_orders e on e.id = k.apply_order_id
        where e.user_id = ${userId} order by k.number`.execute(db)
      return found.map(({ id }) => id)
    },
  }
}

/** Comments of the jury on a user's entries, and the work of a user who is a juror. */
export const exportJuryRepository = (db: Db) => {
  const rows = rowsIn(db)

  return {
    /**
     * Comments for the entrant, once the results of the entry are out, with the juror letters of the score sheet. Unreleased
     * comments are included, since they are the entrant's personal data.
     */
    comments: (userId: string, secret: string) =>
      rows(sql`
        select e.entry_no, case when score.level = 2 then 'first' else 'second' end as level,
          'Juror ' || (${jurorLetter(secret)}) as juror,
          score.total, score.comment_entrant as comment, score.submitted_at::date as day,
          (select jsonb_object_agg(c.code, i.value) from score_items i
            join criteria c on c.id = i.criterion_id where i.score_id = score.id) as criteria
        from scores score
        join apply_orders e on e.id = score.apply_order_id
        join editions ed on ed.id = e.edition_id
        where e.user_id = ${userId} and not score.is_draft and ${IS_OUT}
        order by e.entry_no, level, length(${jurorLetter(secret)}), juror`),

    /** Agreed summaries that were released, once the results of the entry are out. */
    summaries: (userId: string) =>
      rows(sql`
        select e.entry_no, d.summary, d.summary_at::date as day
        from deliberations d
        join apply_orders e on e.id = d.apply_order_id
        join editions ed on ed.id = e.edition_id
        where e.user_id = ${userId} and d.is_released and ${IS_OUT}
        order by e.entry_no`),

    discussions: (userId: string) =>
      rows(sql`
        select e.judging_no, c.level, c.body as comment, c.at, c.edited_at, c.removed_at, c.erased_at,
          c.hidden_at
        from deliberation_comments c join jurors j on j.id = c.juror_id
        join apply_orders e on e.id = c.apply_order_id
        where j.user_id = ${userId} order by c.at, c.id`),

    /** Summaries as this person, a chair, has written them. */
    writtenSummaries: (userId: string) =>
      rows(sql`
        select e.judging_no, d.summary, d.is_released, d.summary_at
        from deliberations d join apply_orders e on e.id = d.apply_order_id
        where d.summary_by = ${userId} and d.summary <> '' order by d.summary_at, e.id`),

    juror: (userId: string) =>
      rows(sql`
        select slug, level, name, title, company, country, bio, is_president, show_public, capabilities,
          email_domains, affiliations, agreement_signed_at, is_active,
          array(select c.code from juror_categories k join categories c on c.id = k.category_id
            where k.juror_id = jurors.id order by c.code) as categories
        from jurors where user_id = ${userId}`),

    assignments: (userId: string) =>
      rows(sql`
        select e.judging_no, t.level, t.status, t.due_at, t.created_at, t.updated_at
        from assignments t join jurors j on j.id = t.juror_id
        join apply_orders e on e.id = t.apply_order_id
        where j.user_id = ${userId} order by t.created_at, t.id`),

    scores: (userId: string) =>
      rows(sql`
        select e.judging_no, s.level, s.total, s.comment_entrant, s.comment_private, s.is_draft,
          s.submitted_at, s.updated_at,
          (select jsonb_object_agg(c.code, i.value) from score_items i
            join criteria c on c.id = i.criterion_id where i.score_id = s.id) as criteria
        from scores s join jurors j on j.id = s.juror_id
        join apply_orders e on e.id = s.apply_order_id
        where j.user_id = ${userId} order by s.updated_at, s.id`),

    conflicts: (userId: string) =>
      rows(sql`
        select e.judging_no, k.type, case when k.source = 'self' then k.note end as note, k.source, k.at
        from conflicts k join jurors j on j.id = k.juror_id
        join apply_orders e on e.id = k.apply_order_id
        where j.user_id = ${userId} order by k.at, k.id`),

    decisions: (userId: string) =>
      rows(sql`
        select e.judging_no, d.kind, a.code as award, d.reason, d.at
        from decisions d join apply_orders e on e.id = d.apply_order_id
        left join award_levels a on a.id = d.award_id
        where d.by_user_id = ${userId} order by d.at, d.id`),
  }
}

const rowsIn =
  (db: Db) =>
  async (query: RawBuilder<unknown>): Promise<PersonalRow[]> =>
    (await (query as RawBuilder<PersonalRow>).execute(db)).rows

export type ExportRow = Selectable<DataExports>

/** The table `data_exports`. */
export const exportsRepository = (db: Db) => ({
  /** Locks the user, which serialises concurrent requests. */
  lockPerson: (userId: string) =>
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  newest: (userId: string): Promise<ExportRow | undefined> =>
    db
      .selectFrom('data_exports')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('requested_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst(),

  find: (id: string): Promise<ExportRow | undefined> =>
    db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst(),

  add: (userId: string, storageKey: string, now: Date): Promise<ExportRow> =>
    db
      .insertInto('data_exports')
      .values({ user_id: userId, storage_key: storageKey, requested_at: now })
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Marks the export ready; false if it is no longer being prepared, since the account was erased. */
  async ready(id: string, given: { bytes: number; ready_at: Date; expires_at: Date }) {
    const { numUpdatedRows } = await db
      .updateTable('data_exports')
      .set({ ...given, status: 'ready' })
      .where('id', '=', id)
      .where('status', '=', 'preparing')
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Expires the older exports of the user; the expiry job deletes their files. */
  async endOlder({ id, user_id }: Pick<ExportRow, 'id' | 'user_id'>, now: Date) {
    await db
      .updateTable('data_exports')
      .set({ expires_at: now })
      .where('user_id', '=', user_id)
      .where('id', '<>', id)
      .where('status', '=', 'ready')
      .where('expires_at', '>', now)
      .execute()
  },

  failed: (id: string) =>
    db
      .updateTable('data_exports')
      .set({ status: 'failed' })
      .where('id', '=', id)
      .where('status', '=', 'preparing')
      .execute(),

  expired: (now: Date): Promise<ExportRow[]> =>
    db
      .selectFrom('data_exports')
      .selectAll()
      .where('status', '=', 'ready')
      .where('expires_at', '<=', now)
      .execute(),

  remove: (id: string) => db.deleteFrom('data_exports').where('id', '=', id).execute(),
})
