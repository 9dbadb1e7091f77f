import { sql } from 'kysely'
import { EDITION_STATUS, ENTRY_STATUS, type Translated } from '@awards/shared/domain'
import type { Db } from '../../../db/database.ts'
import type { AppContext } from '../../../start/app-context.ts'
import { certificateKey, certificateSigner, payloadOf, type PublicKey } from './certificate-key.ts'

export type CertificateSubject = {
  apply_order_id: string
  entry_no: string
  title: string
  title_local: string | null
  country: string | null
  designers: { name?: string }[] | null
  /** See HOLDER_NAMES; never empty. */
  names: string[]
  entry_status: number
  award_id: string | null
  award_name: Translated | null
  category_name: Translated
  section_name: Translated
  edition_name: Translated
  edition_year: number
  is_published: boolean
  number: string | null
  holder: string | null
  status: 'valid' | 'suspended' | 'revoked' | null
  issued_at: Date | null
}

/**
 * Names for the certificate of `entry` by `person`, first choice first: the winner's own, then as the winner's form
 * suggests the company and the designers, then the account's.
 */
export const HOLDER_NAMES = sql<string[]>`array_remove(array[
  nullif(entry.winning_info ->> 'certificate_name', ''), nullif(entry.answers ->> 'company', ''),
  (select string_agg(nullif(designer ->> 'name', ''), ', ') from jsonb_array_elements(
    case jsonb_typeof(entry.answers -> 'designers') when 'array'
    then entry.answers -> 'designers' else '[]'::jsonb end) designer),
  coalesce(nullif(person.company, ''), person.first_name || ' ' || person.last_name)], null)`

export const certificatesRepository = (db: Db) => ({
  async ofEntry(entryId: string): Promise<CertificateSubject | undefined> {
    const { rows } = await sql<CertificateSubject>`
      select entry.id as apply_order_id, entry.entry_no, entry.title, entry.country, entry.entry_status,
        entry.award_id, entry.answers ->> 'title_local' as title_local,
        entry.answers -> 'designers' as designers, ${HOLDER_NAMES} as names,
        a.name as award_name, c.name as category_name, s.name as section_name,
        ed.name as edition_name, ed.year as edition_year, ed.status >= ${sql.lit(EDITION_STATUS.published)} as is_published,
        k.number, k.holder, k.status, k.issued_at
      from apply_orders entry
      join users person on person.id = entry.user_id
      join categories c on c.id = entry.category_id
      join sections s on s.id = entry.section_id
      join editions ed on ed.id = entry.edition_id
      left join award_levels a on a.id = entry.award_id
      left join certificates k on k.apply_order_id = entry.id
      where entry.id = ${entryId}`.execute(db)
    return rows[0]
  },

  /** Whether a certificate of this number may be shown now. */
  async isValid(number: string): Promise<boolean> {
    const row = await db
      .selectFrom('certificates')
      .innerJoin('apply_orders', 'apply_orders.id', 'certificates.apply_order_id')
      .select('certificates.status')
      .where('certificates.number', '=', number)
      .where('apply_orders.entry_status', '<>', ENTRY_STATUS.disqualified)
      .executeTakeFirst()
    return row?.status === 'valid'
  },

  /** Inserts once per entry; a later call keeps the first holder. */
  insert: (entry: CertificateSubject, holder: string, at: Date) =>
    db
      .insertInto('certificates')
      .values({
        number: `C-${entry.entry_no}`,
        apply_order_id: entry.apply_order_id,
        award_id: entry.award_id ?? '',
        holder,
        issued_at: at,
      })
      .onConflict((conflict) => conflict.column('apply_order_id').doNothing())
      .execute(),

  /** Changes the holder, and takes the signature of the earlier one off; false if there is nothing to change. */
  async rename(entryId: string, holder: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('certificates')
      .set({ holder, payload: null, signature: null, key_id: null })
      .where('apply_order_id', '=', entryId)
      .where('holder', '<>', holder)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})

/** Job enqueued by publication and by a change of the holder: signs every certificate that is not signed. */
export const CERTIFICATE_JOBS = { sign: 'certificates.sign' } as const

type CertificateProof = {
  algorithm: 'Ed25519'
  key_id: string
  payload: string
  signature: string
}
type Unsigned = Parameters<typeof payloadOf>[1]
type Row = Unsigned & { payload: string | null; signature: string | null; key_id: string | null }

/** Signatures of certificates, which anybody can verify offline with the published keys. */
export function certificateProofs({ db, config }: Pick<AppContext, 'db' | 'config'>) {
  let ready: Promise<ReturnType<typeof certificateSigner>> | undefined

  /** Loads the key on first use, and stores its public half before it signs anything. */
  async function signer() {
    const made = certificateSigner(certificateKey(config.certificateKey, config.dataDir))
    await db
      .insertInto('certificate_keys')
      .values({ key_id: made.publicKey.kid, jwk: JSON.stringify(made.publicKey) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return made
  }
  const readySigner = () => (ready ??= signer().catch(forget))
  const forget = (error: unknown) => {
    ready = undefined
    throw error
  }

  const rows = async (number: string | null): Promise<Row[]> => {
    const { rows: found } = await sql<Row>`
      select k.number, k.holder, k.issued_at, k.payload, k.signature, k.key_id,
        e.title, a.code as award, ed.code as edition
      from certificates k
      join apply_orders e on e.id = k.apply_order_id
      join editions ed on ed.id = e.edition_id
      join award_levels a on a.id = k.award_id
      where case when ${number}::text is null then k.payload is null else k.number = ${number} end
      order by k.number`.execute(db)
    return found
  }

  async function signOne(row: Row) {
    const { publicKey, sign } = await readySigner()
    const payload = payloadOf(config.publicSiteUrl, row)
    await db
      .updateTable('certificates')
      .set({ payload, signature: sign(payload), key_id: publicKey.kid })
      .where('number', '=', row.number)
      .where('payload', 'is', null)
      // A winner may have changed it since the row was read.
      .where('holder', '=', row.holder)
      .execute()
  }

  return {
    /** The proof of a certificate; signs one that has none yet. */
    async of(number: string): Promise<CertificateProof | null> {
      const [found] = await rows(number)
      if (found && found.payload === null) await signOne(found)
      const [row] = found?.payload === null ? await rows(number) : [found]
      if (!row?.payload || !row.signature || !row.key_id) return null
      const { payload, signature, key_id } = row
      return { algorithm: 'Ed25519', key_id, payload, signature }
    },

    async signAll(): Promise<void> {
      for (const row of await rows(null)) await signOne(row)
    },

    /** Every key that was ever used, including this process's. */
    async keys(): Promise<PublicKey[]> {
      await readySigner()
      const found = await db
        .selectFrom('certificate_keys')
        .select('jwk')
        .orderBy('created_at')
        .$castTo<{ jwk: PublicKey }>()
        .execute()
      return found.map(({ jwk }) => jwk)
    },
  }
}
