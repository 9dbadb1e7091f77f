import { useApiQuery } from '@awards/shared/client'
import { type OutputOf, publicationAdded } from '@awards/shared/calls'
import { Page, PageHeader, usePageHead, DefinitionList, TextLink } from '@awards/shared/ui'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams, useNavigate } from 'react-router-dom'
import { QueryState } from '../ui/query-state.tsx'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import styles from './verify.module.css'
import type { ReactNode } from 'react'
import { SearchField } from '@awards/shared/ui/native/search-field'

type CertificateStateProps = {
  number: string
  state: 'valid' | 'suspended' | 'revoked' | 'unknown'
  children: ReactNode
}

/** Status of a certificate and what it means. */
function CertificateState({ number, state, children }: CertificateStateProps) {
  const { t } = useTranslation('public')
  return (
    <div className={`${styles.card} ${styles[state]}`}>
      <div role="status">
        <p className={styles.number}>{number}</p>
        <h2 className={styles.state}>
          <span className={styles.sign} aria-hidden="true" />
          {t(`verify.status.${state}`)}
        </h2>
        <p className={styles.meaning}>{t(`verify.meaning.${state}`)}</p>
      </div>
      {children}
    </div>
  )
}

/** Unknown number: answers with status 404 and is not indexed. */
function UnknownCertificate({ number }: { number: string }) {
  const { t } = useTranslation('public')
  usePageHead({
    title: t('verify.title'),
    description: t('verify.lead'),
    index: false,
    status: 404,
  })
  return (
    <CertificateState number={number} state="unknown">
      <p className={styles.link}>
        <TextLink to={paths.contact}>{t('verify.ask')}</TextLink>
      </p>
    </CertificateState>
  )
}

/** The longest number that is asked for. */
const NUMBER_LENGTH = 40

type NumberFormProps = { label: string }

/** Asks for the number of a certificate; without scripts the number goes into the query. */
function NumberForm({ label }: NumberFormProps) {
  const { t } = useTranslation('public')
  const navigate = useNavigate()
  return (
    <form
      role="search"
      method="get"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        const number = String(new FormData(event.currentTarget).get('number') ?? '').trim()
        if (number) void navigate(paths.verify(number))
      }}
    >
      <SearchField
        name="number"
        label={label}
        hint={t('verify.placeholder')}
        action={t('verify.check')}
        maxLength={NUMBER_LENGTH}
        required
      />
    </form>
  )
}

const KEYS = '/.well-known/award-certificate-keys.json'

type Proof = NonNullable<OutputOf<typeof publicationAdded.verifyCertificate>['proof']>

/** Signed payload, signature and key, so that anybody can verify the certificate independently. */
function CertificateProof({ proof }: { proof: Proof }) {
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

type Certificate = OutputOf<typeof publicationAdded.verifyCertificate>

/** Whether a certificate is valid, and what it says. */
function CertificateCard({ certificate }: { certificate: Certificate }) {
  const { t } = useTranslation('public')
  const { date } = useFormat()
  const { number, status, title, holder, award, category, edition, issued_at, renamed_at } =
    certificate
  return (
    <CertificateState number={number} state={status}>
      <h3 className={styles.certified}>{t('verify.certified')}</h3>
      <DefinitionList
        items={[
          { term: t('verify.work'), detail: title },
          { term: t('verify.holder'), detail: holder },
          { term: t('verify.award'), detail: award },
          { term: t('verify.category'), detail: category },
          { term: t('verify.edition'), detail: edition },
          { term: t('verify.issued'), detail: date(issued_at) },
        ]}
      />
      {renamed_at && (
        <p className={styles.renamed}>{t('verify.renamed', { date: date(renamed_at) })}</p>
      )}
      {certificate.proof && <CertificateProof proof={certificate.proof} />}
      <p className={styles.link}>
        {certificate.apply_order_id ? (
          <TextLink to={paths.winner(certificate.apply_order_id)}>{t('verify.see')}</TextLink>
        ) : (
          <TextLink to={paths.contact}>{t('verify.ask')}</TextLink>
        )}
      </p>
    </CertificateState>
  )
}

/** The certificate with this number, and the form for another one. */
function Verification({ number }: { number: string }) {
  const { t } = useTranslation('public')
  const certificate = useApiQuery(publicationAdded.verifyCertificate, {
    number: number.slice(0, NUMBER_LENGTH),
  })
  usePageHead({ title: t('verify.title'), description: t('verify.lead'), index: false })
  return (
    <Page>
      <PageHeader title={t('verify.title')} lead={t('verify.lead')} />
      <div className={styles.columns}>
        <QueryState query={certificate} missing={<UnknownCertificate number={number} />}>
          {(found) => <CertificateCard certificate={found} />}
        </QueryState>
        <NumberForm key={number} label={t('verify.another')} />
      </div>
    </Page>
  )
}

/** /verify without a number: where somebody types the one that stands on a certificate. */
function NumberPage() {
  const { t } = useTranslation('public')
  usePageHead({ title: t('verify.form.title'), description: t('verify.form.lead') })
  return (
    <Page>
      <PageHeader title={t('verify.form.title')} lead={t('verify.form.lead')} />
      <NumberForm label={t('verify.form.number')} />
    </Page>
  )
}

/** /verify and /verify/:number. */
export function Component() {
  const params = useParams()
  const [query] = useSearchParams()
  const number = query.get('number')?.trim() || params.number?.trim()
  return number ? <Verification number={number} /> : <NumberPage />
}
