import type { Output, publicationAdded } from '@awards/shared/contract'
import { useTranslation } from 'react-i18next'
import styles from './verify.module.css'

const KEYS = '/.well-known/award-certificate-keys.json'

type Proof = NonNullable<Output<typeof publicationAdded.verifyCertificate>['proof']>

/** What was signed and with which key, for those who do not want to take our word for it. */
export function CertificateProof({ proof }: { proof: Proof }) {
  const { t } = useTranslation('public')
  const parts = [
    [t('verify.proof.payload'), proof.payload],
    [t('verify.proof.signature', { algorithm: proof.algorithm }), proof.signature],
    [t('verify.proof.key'), proof.key_id],
  ] as const
  return (
    <details className={styles.proof}>
      <summary>{t('verify.proof.title')}</summary>
      <p>{t('verify.proof.text')}</p>
      <dl>
        {parts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <code>{value}</code>
            </dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={KEYS}>{t('verify.proof.keys')}</a>
      </p>
    </details>
  )
}
