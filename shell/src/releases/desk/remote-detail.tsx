import { useFormat } from '@awards/shared/i18n'
import {
  READ_ONLY,
  ROLLOUT_STEPS,
  type Channel,
  type Deployment,
  type Finding,
  type Proposal,
  type Rollout,
} from '@awards/shared/releases'
import { Button, EmptyState } from '@awards/shared/ui'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangeDialog, type Intent } from './change-dialog.tsx'
import { Health } from './health.tsx'
import { deploymentIn, type Releases, type Remote, rolloutOf, sharesOf } from './registry-client.ts'
import { ReleaseTable } from './release-table.tsx'
import { ReleaseRecord } from './release-record.tsx'
import { useFigures, usePartName } from './release-parts.tsx'
import styles from './remote-detail.module.css'

/** The shares of the visitors as one bar, and in words. */
function Shares({ deployment }: { deployment: Deployment }) {
  const { t } = useTranslation('releases')
  const { percent } = useFigures()
  const shares = sharesOf(deployment)
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {shares
          .filter(({ traffic }) => traffic > 0)
          .map((one) => (
            <span
              key={one.version}
              className={one.default || one.traffic === 100 ? styles.main : styles.fresh}
              style={{ flexGrow: one.traffic }}
            />
          ))}
      </div>
      <ul role="list" className={styles.shares}>
        {shares.map((one) => (
          <li key={one.version} className={styles.share}>
            <strong className={styles.percent}>{percent(one.traffic)}</strong>
            <code className={styles.version}>{one.version}</code>
            {one.default && shares.length > 1 && (
              <span className={styles.quiet}>{t('standIn')}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A release of before digests keeps browsers from checking the scripts of the whole channel. */
function Unsealed({ deployment, remote }: { deployment: Deployment; remote: Remote }) {
  const { t } = useTranslation('releases')
  const unsealed = deployment.versions.filter(
    ({ version }) => remote.versions.find((one) => one.version === version)?.sealed === false,
  )
  return unsealed.map(({ version }) => (
    <p key={version} className={styles.quiet}>
      {t('unsealed', { version })}
    </p>
  ))
}

/** What decided a verdict, in words and numbers. */
function Deciding({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const figures = useFigures()
  const text = ({ test }: Finding, value: number | null) => {
    if (value === null) return figures.count(null)
    if (test === 'rank') return figures.time(value)
    return format.number(value, { style: 'percent', maximumFractionDigits: 2 })
  }
  return (
    <ul className={styles.findings}>
      {findings
        .filter(({ stops }) => stops)
        .map((one) => (
          <li key={`${one.figure} ${one.test}`}>
            {t('beside', {
              figure: t(`figure.${one.figure}`),
              fresh: text(one, one.canary),
              before: text(one, one.baseline),
            })}
          </li>
        ))}
    </ul>
  )
}

const STEPS = [...ROLLOUT_STEPS, 100]

/** How far a canary is, and what the judge said last. */
function Canary({ rollout }: { rollout: Rollout }) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const { percent } = useFigures()
  const { traffic, verdict, state, version, baseline } = rollout
  const isStopped = state === 'stopped'
  const numbers = verdict && {
    views: format.number(verdict.views),
    needed: format.number(verdict.needed_views),
    minutes: verdict.minutes,
  }
  return (
    <div className={isStopped ? styles.stopped : styles.canary} role="status">
      <p className={styles.canaryTitle}>
        {t(isStopped ? 'canary.stopped' : 'canary.running', {
          version,
          baseline,
          share: percent(traffic),
        })}
      </p>
      {!isStopped && (
        <ol className={styles.steps} role="list">
          {STEPS.map((step) => (
            <li
              key={step}
              className={step < traffic ? styles.past : step === traffic ? styles.now : styles.next}
              aria-current={step === traffic ? 'step' : undefined}
            >
              {percent(step)}
            </li>
          ))}
        </ol>
      )}
      <p className={styles.quiet}>
        {verdict && numbers ? t(`verdict.${verdict.reason}`, numbers) : t('verdict.none')}
        {' · '}
        {t('canary.by', {
          person: rollout.started_by,
          date: format.date(rollout.started_at, 'datetime'),
        })}
      </p>
      {isStopped && verdict && <Deciding findings={verdict.findings} />}
    </div>
  )
}

function Waiting({ proposal }: { proposal: Proposal }) {
  const { t } = useTranslation('releases')
  const format = useFormat()
  const { percent } = useFigures()
  return (
    <div className={styles.waiting}>
      <p className={styles.canaryTitle}>{t('proposal.title', { person: proposal.proposed_by })}</p>
      <p className={styles.version}>
        {proposal.versions.map((one) => `${one.version} ${percent(one.traffic)}`).join(', ')}
      </p>
      <p className={styles.quiet}>
        {format.date(proposal.proposed_at, 'datetime')}
        {proposal.reason && ` · ${proposal.reason}`}
      </p>
    </div>
  )
}

const isRunning = (rollout: Rollout | undefined) => rollout?.state === 'running'

type DetailProps = { releases: Releases; remote: Remote; channel: Channel }

function People({ releases, name }: { releases: Releases; name: string }) {
  const { t } = useTranslation('releases')
  const all = releases.owners.filter((one) => one.name === name || one.name === '*')
  const owners = all.find((one) => one.name === name)?.owners ?? []
  const told = [...new Set(all.flatMap((one) => one.told))]
  return (
    <p className={styles.people}>
      <code>{name}</code>
      {' · '}
      {owners.length > 0 ? t('owners', { people: owners.join(', ') }) : t('noOwner')}
      {' · '}
      {told.length > 0 ? t('told', { people: told.join(', ') }) : t('nobodyTold')}
    </p>
  )
}

/** One remote in one channel: what it gives now, how that fares, every release, and what was done. */
export function RemoteDetail({ releases, remote, channel }: DetailProps) {
  const { t } = useTranslation('releases')
  const id = useId()
  const partName = usePartName()
  const [intent, setIntent] = useState<Intent>()
  const { name } = remote
  const { caller } = releases
  const deployment = deploymentIn(remote, channel)
  const rollout = rolloutOf(releases, name)
  const proposal = releases.proposals.find((one) => one.name === name)
  const mayChange = caller.scope === '*' || caller.scope === name
  const isOwn = proposal?.proposed_by === caller.owner
  const isShown =
    rollout &&
    (isRunning(rollout) ||
      (rollout.state === 'stopped' && deployment?.withdrawn.includes(rollout.version)))
  return (
    <article className={styles.detail} aria-labelledby={id}>
      <header>
        <h2 id={id} className={styles.name}>
          {partName(name)}
        </h2>
        <People releases={releases} name={name} />
      </header>
      <section className={styles.card} aria-label={t('now')}>
        {deployment ? (
          <Shares deployment={deployment} />
        ) : (
          <EmptyState title={t('absent')}>{t('absentText')}</EmptyState>
        )}
        {deployment && <Unsealed {...{ deployment, remote }} />}
        {isShown && <Canary rollout={rollout} />}
        {proposal && <Waiting proposal={proposal} />}
        {mayChange ? (
          <div className={styles.actions}>
            {proposal && !isOwn && (
              <Button type="primary" onClick={() => setIntent({ kind: 'approve', proposal })}>
                {t('do.approve')}
              </Button>
            )}
            {deployment && (
              <Button danger onClick={() => setIntent({ kind: 'rollback' })}>
                {t('do.rollback')}
              </Button>
            )}
            {isRunning(rollout) && (
              <Button onClick={() => setIntent({ kind: 'hold' })}>{t('do.hold')}</Button>
            )}
            <Button onClick={() => setIntent({ kind: 'promote' })}>{t('do.promote')}</Button>
            {proposal && isOwn && <p className={styles.quiet}>{t('proposal.own')}</p>}
          </div>
        ) : (
          <p className={styles.quiet}>
            {t(caller.scope === READ_ONLY ? 'readOnly' : 'otherRemote', { name: caller.scope })}
          </p>
        )}
      </section>
      {deployment && <Health remote={remote} channel={channel} deployment={deployment} />}
      <ReleaseTable
        remote={remote}
        onPromote={mayChange ? (version) => setIntent({ kind: 'promote', version }) : undefined}
      />
      <ReleaseRecord channel={channel} name={name} />
      {intent && (
        <ChangeDialog
          {...{ intent, remote, channel, deployment }}
          onClose={() => setIntent(undefined)}
        />
      )}
    </article>
  )
}
