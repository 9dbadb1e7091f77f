import { useCopy } from '@awards/shared/browser/use-copy'
import { errorReason, failureOf } from '@awards/shared/client'
import {
  MIN_STEP_VIEWS,
  promotionPlan,
  TWO_PERSON_REMOTES,
  type Channel,
  type DeployedVersion,
  type Deployment,
  type Proposal,
} from '@awards/shared/releases'
import { Button } from '@awards/shared/ui'
import { Checkbox, Input, Modal, Radio, Select } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { notifySuccess } from '../../design/load-design.tsx'
import {
  type Change,
  commandLine,
  type Remote,
  useChangeReleaseMutation,
  useRollbackTargetQuery,
} from './registry-client.ts'
import { useFigures, usePartName } from './release-parts.tsx'
import styles from './change-dialog.module.css'

/** What the person is about to do. */
export type Intent =
  | { readonly kind: 'promote'; readonly version?: string }
  | { readonly kind: 'hold' }
  | { readonly kind: 'rollback' }
  | { readonly kind: 'approve'; readonly proposal: Proposal }

type DialogProps = {
  intent: Intent
  remote: Remote
  channel: Channel
  /** Undefined where the channel has nothing of the remote. */
  deployment: Deployment | undefined
  onClose: () => void
}

type Way = 'canary' | 'everybody'

/** What is on the form; each intent uses its part. */
type Values = {
  version: string | undefined
  way: Way
  reason: string
  acceptFailures: boolean
}

/** The release that staging gives most visitors, else the newest one that is no preview. */
function proposedVersion(remote: Remote, channel: Channel): string | undefined {
  const staged = remote.deployments
    .find((one) => one.channel === 'staging')
    ?.versions.toSorted((one, other) => other.traffic - one.traffic)[0]?.version
  if (channel === 'production' && staged) return staged
  return remote.versions.find(({ preview }) => !preview)?.version
}

/** The change that the form describes. */
function changeOf(
  { intent, remote, channel, deployment }: DialogProps,
  revision: number,
  { version, way, reason, acceptFailures }: Values,
): Change | undefined {
  const common = { channel, name: remote.name, revision, reason: reason.trim() }
  const present = deployment?.versions ?? []
  if (intent.kind === 'hold') return { ...common, kind: 'hold', versions: present }
  if (intent.kind === 'rollback') return { ...common, kind: 'rollback', to: undefined }
  if (intent.kind === 'approve') {
    const { proposed_at } = intent.proposal
    return { ...common, kind: 'approve', proposed_at, acceptFailures }
  }
  if (!version) return undefined
  const canary = way === 'canary' ? { min_views: MIN_STEP_VIEWS } : undefined
  const plan = promotionPlan(present, version, { traffic: 100, canary })
  return { ...common, kind: 'promote', version, acceptFailures, ...plan }
}

const Field = ({ label, children }: { label: ReactNode; children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children(id)}
    </div>
  )
}

/** Versions with their shares, one line each. */
function Versions({ versions }: { versions: readonly DeployedVersion[] }) {
  const { percent } = useFigures()
  return (
    <ul role="list" className={styles.versions}>
      {versions
        .filter(({ traffic }) => traffic > 0)
        .map((one) => (
          <li key={one.version}>
            <strong>{percent(one.traffic)}</strong> <code>{one.version}</code>
          </li>
        ))}
    </ul>
  )
}

/** What the channel gives after a rollback. */
function RollbackPreview({
  channel,
  name,
  revision,
}: {
  channel: Channel
  name: string
  revision: number
}) {
  const { t } = useTranslation('releases')
  const { data, error } = useRollbackTargetQuery(
    { channel, name, revision },
    { refetchOnMountOrArgChange: true },
  )
  if (data) return <Versions versions={data.versions} />
  return <p className={styles.quiet}>{error ? t('dialog.noWayBack') : t('dialog.looking')}</p>
}

/** What a refusal means, in the person's language, with the registry's own words. */
function Refusal({ error }: { error: unknown }) {
  const { t, i18n } = useTranslation('releases')
  const reason = errorReason(error)
  const failure = failureOf(error)
  const isKnown = reason !== undefined && i18n.exists(`releases:refusal.${reason}`)
  return (
    <div className={styles.refusal} role="alert">
      <p className={styles.refusalTitle}>{t(isKnown ? `refusal.${reason}` : 'refusal.other')}</p>
      {failure.kind === 'business' && typeof failure.msg === 'string' ? (
        <p lang="en" className={styles.words}>
          {failure.msg}
        </p>
      ) : (
        <p>{t('refusal.network')}</p>
      )}
    </div>
  )
}

/** Asks for the reason, shows what the channel gives afterwards and the same as a command line, and does it. */
export function ChangeDialog(props: DialogProps) {
  const { intent, remote, channel, deployment, onClose } = props
  const { t } = useTranslation('releases')
  const partName = usePartName()
  const [send, { isLoading, error }] = useChangeReleaseMutation()
  // The revision that stood when the dialog opened: a faster change of somebody else is not overwritten.
  const [revision] = useState(
    () =>
      deployment?.revision ??
      remote.deployments.find((one) => one.channel === channel)?.revision ??
      0,
  )
  const [values, setValues] = useState<Values>(() => ({
    version:
      intent.kind === 'promote' ? (intent.version ?? proposedVersion(remote, channel)) : undefined,
    way: channel === 'production' ? 'canary' : 'everybody',
    reason: intent.kind === 'approve' ? intent.proposal.reason : '',
    acceptFailures: false,
  }))
  const [isMissing, setMissing] = useState(false)
  const set = (part: Partial<Values>) => setValues({ ...values, ...part })
  const change = changeOf(props, revision, values)
  const needsSecond =
    intent.kind === 'promote' &&
    channel === 'production' &&
    TWO_PERSON_REMOTES.includes(remote.name)
  const refusal = errorReason(error)
  const verb = needsSecond ? 'propose' : intent.kind
  const words = { name: partName(remote.name), channel: t(`channel.${channel}`) }

  const run = async () => {
    if (!change) return
    if (values.reason.trim() === '') return setMissing(true)
    const answer = await send(change)
    if ('error' in answer) return
    notifySuccess(t(`done.${verb}`, words))
    onClose()
  }

  return (
    <Modal
      open
      title={t(`dialog.${verb}`, words)}
      okText={t(`confirm.${verb}`)}
      cancelText={t('cancel')}
      okButtonProps={{ danger: intent.kind === 'rollback', disabled: !change }}
      confirmLoading={isLoading}
      onOk={() => void run()}
      onCancel={onClose}
      destroyOnHidden
    >
      <div className={styles.form}>
        {intent.kind === 'promote' && (
          <>
            <Field label={t('column.version')}>
              {(id) => (
                <Select
                  id={id}
                  className={styles.wide ?? ''}
                  value={values.version ?? null}
                  options={remote.versions.map(({ version }) => ({
                    value: version,
                    label: version,
                  }))}
                  onChange={(version) => set({ version: version ?? undefined })}
                />
              )}
            </Field>
            <Radio.Group
              className={styles.ways ?? ''}
              aria-label={t('dialog.way')}
              value={values.way}
              onChange={({ target }) => set({ way: target.value as Way })}
              options={(['canary', 'everybody'] as const).map((way) => ({
                value: way,
                label: t(`way.${way}`),
              }))}
            />
          </>
        )}
        <div className={styles.after}>
          <p className={styles.label}>{t('dialog.after', words)}</p>
          {intent.kind === 'rollback' && (
            <RollbackPreview channel={channel} name={remote.name} revision={revision} />
          )}
          {intent.kind === 'approve' && <Versions versions={intent.proposal.versions} />}
          {change && 'versions' in change && <Versions versions={change.versions} />}
          <p className={styles.quiet}>{t(`about.${verb}`)}</p>
        </div>
        {intent.kind !== 'approve' && (
          <Field label={t('reason')}>
            {(id) => (
              <>
                <Input.TextArea
                  id={id}
                  rows={2}
                  maxLength={300}
                  value={values.reason}
                  status={isMissing && !values.reason.trim() ? 'error' : ''}
                  aria-describedby={`${id}-hint`}
                  aria-invalid={isMissing && !values.reason.trim() ? true : undefined}
                  onChange={({ target }) => set({ reason: target.value })}
                />
                <p
                  id={`${id}-hint`}
                  className={isMissing && !values.reason.trim() ? styles.missing : styles.quiet}
                >
                  {t('reasonHint')}
                </p>
              </>
            )}
          </Field>
        )}
        {(refusal === 'staging_failures' || values.acceptFailures) && (
          <Checkbox
            checked={values.acceptFailures}
            onChange={({ target }) => set({ acceptFailures: target.checked })}
          >
            {t('acceptFailures')}
          </Checkbox>
        )}
        {error !== undefined && <Refusal error={error} />}
        {change && <CopyCommand command={commandLine(change)} />}
      </div>
    </Modal>
  )
}

/** A line for the command line, to copy. */
function CopyCommand({ command }: { command: string }) {
  const { t } = useTranslation('releases')
  // Where copying is refused the line can still be selected.
  const [outcome, copy] = useCopy(command)
  return (
    <div className={styles.line}>
      <p className={styles.label}>{t('command')}</p>
      <div className={styles.lineRow}>
        <code className={styles.code} lang="en">
          {command}
        </code>
        <Button size="small" onClick={copy}>
          <span aria-live="polite">{t(outcome === 'copied' ? 'copied' : 'copy')}</span>
        </Button>
      </div>
    </div>
  )
}
