import { sql } from 'kysely'
import type { AppContext } from '../../../start/app-context.ts'
import { certificateKey, certificateSigner, payloadOf, type PublicKey } from './certificate-key.ts'

/** Work that publication leaves behind: every new certificate is signed. */
export const CERTIFICATE_JOBS = { sign: 'certificates.sign' } as const

export type CertificateProof = {
  algorithm: 'Ed25519'
  key_id: string
  payload: string
  signature: string
}
type Unsigned = Parameters<typeof payloadOf>[1]
type Row = Unsigned & { payload: string | null; signature: string | null; key_id: string | null }

/** Proofs that a certificate is ours, which anybody can check without asking us. */
export function certificateProofs({ db, config }: Pick<AppContext, 'db' | 'config'>) {
  let ready: Promise<ReturnType<typeof certificateSigner>> | undefined

  /** Read when it is first needed; its public half is kept before anything is signed with it. */
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
    /** The proof of a certificate; one that was issued before there were proofs is signed now. */
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

    /** Every key that was ever used; that of this process among them. */
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
