import { ENTRY_FEE_STATUS } from '@awards/shared/domain'
import { sql, type Insertable, type Selectable } from 'kysely'
import { statusList } from '../../../db/status-list.repository.ts'
import type { Db } from '../../../db/database.ts'
import type { Codes } from '../../../db/schema.gen.ts'
import { statusSql } from '../../entries/entry-status.repository.ts'

export type CodeKind = 'juror_invite' | 'entrant_invite' | 'agent'
export type StoredCode = Selectable<Codes>

/** The table `codes`: invitation and agent codes. */
export const codesRepository = (db: Db) => ({
  /** Codes of some kinds with their owner, optionally of one owner or a single one. */
  list: (kinds: readonly CodeKind[], filter: { ownerId?: string; code?: string } = {}) =>
    db
      .selectFrom('codes')
      .leftJoin('users', 'users.id', 'codes.owner_id')
      .select([
        'codes.code',
        'codes.kind',
        'codes.label',
        'codes.owner_id',
        'users.first_name',
        'users.last_name',
        'codes.valid_from',
        'codes.valid_until',
        'codes.max_uses',
        'codes.redeemed',
        'codes.is_active',
      ])
      .where('codes.kind', 'in', [...kinds])
      .$if(filter.ownerId !== undefined, (query) =>
        query.where('codes.owner_id', '=', filter.ownerId ?? ''),
      )
      .$if(filter.code !== undefined, (query) => query.where('codes.code', '=', filter.code ?? ''))
      .orderBy('codes.kind')
      .orderBy('codes.code')
      .execute(),

  find: (code: string): Promise<StoredCode | undefined> =>
    db.selectFrom('codes').selectAll().where('code', '=', code).executeTakeFirst(),

  /** Locks the row until the transaction ends, so that only one caller redeems the code. */
  findForUpdate: (code: string): Promise<StoredCode | undefined> =>
    db.selectFrom('codes').selectAll().where('code', '=', code).forUpdate().executeTakeFirst(),

  /** Inserts a code; returns its id, or undefined if the code exists. */
  async add(row: Insertable<Codes>): Promise<string | undefined> {
    const added = await db
      .insertInto('codes')
      .values(row)
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    return added?.id
  },

  async end(id: string, now: Date) {
    await db
      .updateTable('codes')
      .set({ is_active: false, ended_at: now })
      .where('id', '=', id)
      .execute()
  },

  async extend(id: string, until: Date) {
    await db.updateTable('codes').set({ valid_until: until }).where('id', '=', id).execute()
  },

  /** Marks a single-use code as redeemed. */
  async redeem(id: string, userId: string, now: Date) {
    await db
      .updateTable('codes')
      .set({ redeemed: 1, redeemed_by: userId, redeemed_at: now })
      .where('id', '=', id)
      .execute()
  },

  /** The active account with an address; `is_agency` accounts may own agent codes. */
  async findOwner(email: string): Promise<{ id: string; is_agency: boolean } | undefined> {
    const { rows } = await sql<{ id: string; is_agency: boolean }>`
      select id, is_agent or account_type = 4 as is_agency from users
      where lower(email) = ${email.toLowerCase()} and status = 'active'`.execute(db)
    return rows[0]
  },

  async hasUnknownSections(codes: readonly string[]): Promise<boolean> {
    const { rows } = await sql`select 1 from unnest(${[...codes]}::text[]) wanted
      where not exists (select 1 from sections s where s.code = wanted) limit 1`.execute(db)
    return rows.length > 0
  },

  async hasUnknownCategories(codes: readonly string[]): Promise<boolean> {
    const { rows } = await sql`select 1 from unnest(${[...codes]}::text[]) wanted
      where not exists (select 1 from categories c where c.code = wanted) limit 1`.execute(db)
    return rows.length > 0
  },
})

type AgentTotals = {
  code: string
  label: string
  owner_name: string | null
  commission_percent: number
  entries: number
  paid_entries: number
  currency: string
  received_minor: number
  refunded_minor: number
}

type ReferredEntry = {
  entry_no: string
  code: string
  title: string
  category_name: unknown
  edition_name: unknown
  entry_status: number
  entry_fee_status: number
  submitted_at: Date | null
}

/** Entries and revenue by code. */
export const agentsRepository = (db: Db) => ({
  /**
   * Entry fees received and refunded by agent code and currency, in minor units before VAT: each ledger row is split
   * by the net share of its order's quote. A code without payments has one row in the currency of its entries.
   */
  async totals(editionId: string | undefined): Promise<AgentTotals[]> {
    const { rows } = await sql<AgentTotals>`
      with brought as (
        select o.id, o.agent_code as code, o.entry_fee_status, e.currency
        from apply_orders o join editions e on e.id = o.edition_id
        where o.agent_code is not null and o.entry_status >= ${statusSql('submitted')}
          and (${editionId ?? null}::bigint is null or o.edition_id = ${editionId ?? null}::bigint)),
      moved as (
        select brought.code, ledger.currency, ledger.kind, case
          when payment.amount_minor = part.amount_minor then (payment.quote ->> 'amount_ht')::bigint
          else round(part.amount_minor * (payment.quote ->> 'amount_ht')::numeric
            / payment.amount_minor)::bigint end as net
        from brought
        join fee_orders payment on payment.apply_order_id = brought.id and payment.fee_type = 1
        join ledger on ledger.order_no = payment.order_no
        left join refunds on ledger.kind = 'refund' and refunds.out_refund_no = ledger.provider_txn
        -- Of a payment for several entries each has its line; a refund is of one entry, or of all of it.
        cross join lateral (select case
          when refunds.apply_order_id is not null or ledger.amount_minor <= payment.amount_minor
            then ledger.amount_minor
          else round(ledger.amount_minor::numeric * payment.amount_minor / payment.order_amount_minor)::integer
          end as amount_minor) part
        where coalesce(refunds.apply_order_id, brought.id) = brought.id),
      money as (
        select code, currency,
          coalesce(sum(net) filter (where kind = 'payment'), 0)::float8 as received_minor,
          coalesce(sum(net) filter (where kind = 'refund'), 0)::float8 as refunded_minor
        from moved group by code, currency),
      counted as (
        select code, min(currency) as currency, count(*)::int as entries,
          (count(*) filter (where entry_fee_status = ${statusList(ENTRY_FEE_STATUS.paid)}))::int as paid_entries
        from brought group by code)
      select k.code, k.label, nullif(coalesce(u.company, u.first_name || ' ' || u.last_name), '') as owner_name,
        k.commission_percent, coalesce(counted.entries, 0) as entries,
        coalesce(counted.paid_entries, 0) as paid_entries,
        coalesce(money.currency, counted.currency, 'EUR') as currency,
        coalesce(money.received_minor, 0) as received_minor,
        coalesce(money.refunded_minor, 0) as refunded_minor
      from codes k
      left join users u on u.id = k.owner_id
      left join counted on counted.code = k.code
      left join money on money.code = k.code
      where k.kind = 'agent'
      order by k.code, currency`.execute(db)
    return rows
  },

  /** A page of the submitted entries with a code of one owner, without the entrant's data. */
  async referredEntries(
    ownerId: string,
    { current, pageSize }: { current: number; pageSize: number },
  ): Promise<{ rows: ReferredEntry[]; total: number }> {
    const { rows } = await sql<ReferredEntry & { total: number }>`
      select o.entry_no, k.code, o.title, c.name as category_name, e.name as edition_name,
        o.entry_status, o.entry_fee_status, o.submitted_at, (count(*) over ())::int as total
      from codes k
      join apply_orders o on o.entry_status >= ${statusSql('submitted')}
        and o.id in (select id from apply_orders where agent_code = k.code
          union all select id from apply_orders where invitation_code = k.code)
      join categories c on c.id = o.category_id
      join editions e on e.id = o.edition_id
      where k.owner_id = ${ownerId} and k.kind <> 'juror_invite'
      order by o.submitted_at desc nulls last, o.id, k.code
      limit ${pageSize} offset ${(current - 1) * pageSize}`.execute(db)
    return { rows, total: rows[0]?.total ?? 0 }
  },
})

type InvitedCategory = { id: string; code: string; name: unknown }
type NewSeat = { user_id: string; level: number; category_codes: readonly string[] }

const SUBMITTED = statusSql(
  ...(['submitted', 'registered', 'correction_requested'] as const),
  ...(['admitted', 'in_judging', 'decided'] as const),
)

/** Queries of the jury invitations. */
export const invitationsRepository = (db: Db) => ({
  /** Whether an address has a seat on the jury or an open invitation. */
  async findState(email: string, now: Date): Promise<{ has_seat: boolean; is_invited: boolean }> {
    const address = email.toLowerCase()
    const { rows } = await sql<{ has_seat: boolean; is_invited: boolean }>`
      select exists (select 1 from jurors j join users u on u.id = j.user_id
          where lower(u.email) = ${address} and j.is_active) as has_seat,
        exists (select 1 from codes where kind = 'juror_invite' and lower(bound_email) = ${address}
          and is_active and redeemed = 0 and valid_until > ${now}) as is_invited`.execute(db)
    return rows[0] ?? { has_seat: false, is_invited: false }
  },

  /** Serialises invitations to an address: advisory lock until the transaction ends. */
  async lockAddress(email: string) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`invite:${email.toLowerCase()}`}, 0))`.execute(
      db,
    )
  },

  categoriesById: (ids: readonly string[]): Promise<InvitedCategory[]> =>
    db
      .selectFrom('categories')
      .select(['id', 'code', 'name'])
      .where('id', 'in', [...ids])
      .orderBy('sort')
      .orderBy('code')
      .execute(),

  categoriesByCode: (codes: readonly string[]): Promise<InvitedCategory[]> =>
    codes.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('categories')
          .select(['id', 'code', 'name'])
          .where('code', 'in', [...codes])
          .orderBy('sort')
          .orderBy('code')
          .execute(),

  editionName: (id: string) =>
    db.selectFrom('editions').select('name').where('id', '=', id).executeTakeFirst(),

  async programmeName(): Promise<unknown> {
    const { rows } = await sql<{ name: unknown }>`
      select document -> 'name' as name from site_documents where code = 'programme'`.execute(db)
    return rows[0]?.name ?? {}
  },

  async timezone(): Promise<string> {
    const { rows } = await sql<{ timezone: string | null }>`
      select document ->> 'timezone' as timezone from site_documents where code = 'programme'`.execute(
      db,
    )
    return rows[0]?.timezone ?? 'UTC'
  },

  /** Whether an account has submitted entries or drafts in editions without published results. */
  async liveEntries(userId: string): Promise<{ has_submitted: boolean; has_drafts: boolean }> {
    const { rows } = await sql<{ has_submitted: boolean; has_drafts: boolean }>`
      select coalesce(bool_or(o.entry_status in ${SUBMITTED}), false) as has_submitted,
        coalesce(bool_or(o.entry_status = ${statusSql('draft')}), false) as has_drafts
      from apply_orders o join editions e on e.id = o.edition_id
      where o.user_id = ${userId} and e.results_published_at is null`.execute(db)
    return rows[0] ?? { has_submitted: false, has_drafts: false }
  },

  /** Creates the juror of an account, or reactivates a former one. Not public until it has a portrait. */
  async createSeat({ user_id, level, category_codes }: NewSeat): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into jurors (user_id, slug, level, name, title, company, country, bio, show_public, affiliations)
      select u.id, 'juror-' || u.id, ${level}, u.first_name || ' ' || u.last_name,
        ${JSON.stringify({ en: 'Member of the jury', fr: 'Membre du jury', zh: '评委' })}::jsonb,
        u.company, coalesce(u.country, 'FR'), '{"en":""}'::jsonb, false,
        case when coalesce(u.company, '') = '' then '{}' else array[u.company] end
      from users u where u.id = ${user_id}
      on conflict (user_id) do update set level = excluded.level, is_active = true, capabilities = '{}',
        agreement_version = null, agreement_signed_at = null
      returning id`.execute(db)
    const id = rows[0]?.id
    if (!id) throw new Error(`Account ${user_id} is not there`)
    await db.deleteFrom('juror_categories').where('juror_id', '=', id).execute()
    await sql`insert into juror_categories (juror_id, category_id)
      select ${id}, c.id from categories c where c.code = any(${[...category_codes]}::text[])`.execute(
      db,
    )
    await db.updateTable('users').set({ identity: level }).where('id', '=', user_id).execute()
    return id
  },
})
