import { sql } from 'kysely'
import type { AppContext } from '../../../start/app-context.ts'
import { certificateKey, certificateSigner, payloadOf, type PublicKey } from './certificate-key.ts'

/** Job enqueued by publication: signs every new certificate. */
export const CERTIFICATE_JOBS = { sign: 'certificates.sign' } as const

export type CertificateProof = {
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
