import { useApiMutation, useApiQuery } from '@awards/shared/client'
import {
  studio,
  type HandOver,
  type Studio as StudioAnswer,
  type StudioInvitation,
  type StudioMember,
  type StudioMembership,
} from '@awards/shared/contract'
import { MEMBER_ROLES, type MemberRole } from '@awards/shared/domain'
import { registerNamespace, useFormat } from '@awards/shared/i18n'
import { EmptyState, QueryState, SectionHeading, Tag } from '@awards/shared/ui'
import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HandOverDialog, InviteDialog } from './member-dialogs.tsx'
import styles from './studio.module.css'

void registerNamespace('studio', (language) => import(`./locales/${language}.json`))

type Work = { title: string } | null

/** What a role or an offer is about: one work by its title, or all of them. */
function usePlace() {
  const { t } = useTranslation('studio')
  const { t: entrant } = useTranslation('entrant')
  return (work: Work) =>
    work ? t('oneWork', { title: work.title || entrant('untitled') }) : t('allWorks')
}

type Question = { title: string; text: string; confirm: string; onOk: () => Promise<unknown> }

/** Asks before something ends. */
function useQuestion() {
  const { t } = useTranslation('studio')
  const { modal } = App.useApp()
  return ({ title, text, confirm, onOk }: Question) =>
    void modal.confirm({
      title,
      content: text,
      okText: confirm,
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      icon: null,
      centered: true,
      // Enter alone ends nothing.
      autoFocusButton: 'cancel',
      onOk,
    })
}

/** Says that something is done; a refusal has been said by the client already. */
function useDone() {
  const { message } = App.useApp()
  return async (call: { unwrap: () => Promise<unknown> }, text: string) => {
    const done = await call.unwrap().catch(() => undefined)
    if (done) void message.success(text)
  }
}

type MemberItemProps = { member: StudioMember; onHandOver: () => void }

/** A member with the role, which the owner may change, and the ways to end or hand over. */
function MemberItem({ member, onHandOver }: MemberItemProps) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const place = usePlace()
  const ask = useQuestion()
  const tell = useDone()
  const [change, { isLoading }] = useApiMutation(studio.changeRole)
  const [remove] = useApiMutation(studio.removeMember)
  const { member_id, name, email, role, work, since } = member
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.facts}>{email}</p>
        <p className={styles.facts}>
          {place(work)} · {t('since', { date: format.date(since) })}
        </p>
      </div>
      <div className={styles.actions}>
        <Select<MemberRole>
          className={styles.role ?? ''}
          aria-label={t('roleOf', { name })}
          value={role}
          loading={isLoading}
          onChange={(wanted) => void tell(change({ member_id, role: wanted }), t('roleChanged'))}
          options={MEMBER_ROLES.map((value) => ({ value, label: t(`role.${value}`) }))}
        />
        <Button onClick={onHandOver} aria-label={t('handOver.to', { name })}>
          {t('handOver.open')}
        </Button>
        <Button
          aria-label={t('remove.of', { name })}
          onClick={() =>
            ask({
              title: t('remove.title', { name }),
              text: t('remove.text'),
              confirm: t('remove.confirm'),
              onOk: () => tell(remove({ member_id }), t('remove.done', { name })),
            })
          }
        >
          {t('remove.confirm')}
        </Button>
      </div>
    </div>
  )
}

/** An invitation that waits for an answer, or has run out. */
function InvitationItem({ invitation }: { invitation: StudioInvitation }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const place = usePlace()
  const tell = useDone()
  const [resend, resending] = useApiMutation(studio.resendInvitation)
  const [withdraw, withdrawing] = useApiMutation(studio.withdrawInvitation)
  const { invitation_id, email, role, work, expires_at, is_over } = invitation
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>
          {email}
          <Tag tone={is_over ? 'warning' : 'neutral'}>
            {is_over
              ? t('invitation.over')
              : t('invitation.until', { date: format.date(expires_at) })}
          </Tag>
        </p>
        <p className={styles.facts}>
          {t(`role.${role}`)} · {place(work)}
        </p>
      </div>
      <div className={styles.actions}>
        <Button
          loading={resending.isLoading}
          aria-label={t('invitation.againTo', { email })}
          onClick={() => void tell(resend({ invitation_id }), t('invitation.sent', { email }))}
        >
          {t('invitation.again')}
        </Button>
        <Button
          loading={withdrawing.isLoading}
          aria-label={t('invitation.withdrawOf', { email })}
          onClick={() => void tell(withdraw({ invitation_id }), t('invitation.withdrawn'))}
        >
          {t('invitation.withdraw')}
        </Button>
      </div>
    </div>
  )
}

/** An offer that the owner has made and may take back. */
function OfferedItem({ offer }: { offer: HandOver }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const place = usePlace()
  const tell = useDone()
  const [withdraw, { isLoading }] = useApiMutation(studio.withdrawHandOver)
  const { hand_over_id, name, work, expires_at } = offer
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>{t('handOver.offered', { name, works: place(work) })}</p>
        <p className={styles.facts}>{t('invitation.until', { date: format.date(expires_at) })}</p>
      </div>
      <Button
        loading={isLoading}
        aria-label={t('handOver.withdrawOf', { name })}
        onClick={() => void tell(withdraw({ hand_over_id }), t('handOver.withdrawn'))}
      >
        {t('invitation.withdraw')}
      </Button>
    </div>
  )
}

/** Works that somebody offers to the person who reads this. */
function ReceivedOffer({ offer }: { offer: HandOver }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const place = usePlace()
  const tell = useDone()
  const [answer, { isLoading, originalArgs }] = useApiMutation(studio.answerHandOver)
  const { hand_over_id, name, work, expires_at } = offer
  const isSending = (wish: 'accept' | 'decline') => isLoading && originalArgs?.answer === wish
  return (
    <section className={styles.offer} aria-label={t('handOver.offerBy', { name })}>
      <p className={styles.name}>{t('handOver.received', { name, works: place(work) })}</p>
      <p>{t('handOver.receivedText', { name })}</p>
      <p className={styles.facts}>{t('invitation.until', { date: format.date(expires_at) })}</p>
      <div className={styles.actions}>
        <Button
          type="primary"
          loading={isSending('accept')}
          onClick={() =>
            void tell(answer({ hand_over_id, answer: 'accept' }), t('handOver.accepted'))
          }
        >
          {t('handOver.accept')}
        </Button>
        <Button
          loading={isSending('decline')}
          onClick={() =>
            void tell(answer({ hand_over_id, answer: 'decline' }), t('handOver.declined'))
          }
        >
          {t('handOver.decline')}
        </Button>
      </div>
    </section>
  )
}

/** A studio in which the person works, and the way out of it. */
function MembershipItem({ membership }: { membership: StudioMembership }) {
  const { t } = useTranslation('studio')
  const format = useFormat()
  const place = usePlace()
  const ask = useQuestion()
  const tell = useDone()
  const [leave] = useApiMutation(studio.leave)
  const { member_id, role, work, since } = membership
  const { name } = membership.studio
  return (
    <div className={styles.item}>
      <div className={styles.words}>
        <p className={styles.name}>
          {name}
          <Tag tone="neutral">{t(`role.${role}`)}</Tag>
        </p>
        <p className={styles.facts}>{t(`roleText.${role}`)}</p>
        <p className={styles.facts}>
          {place(work)} · {t('since', { date: format.date(since) })}
        </p>
      </div>
      <Button
        aria-label={t('leave.of', { studio: name })}
        onClick={() =>
          ask({
            title: t('leave.title', { studio: name }),
            text: t('leave.text'),
            confirm: t('leave.confirm'),
            onOk: () => tell(leave({ member_id }), t('leave.done', { studio: name })),
          })
        }
      >
        {t('leave.confirm')}
      </Button>
    </div>
  )
}

function StudioParts({ data }: { data: StudioAnswer }) {
  const { t } = useTranslation('studio')
  const [isInviting, setInviting] = useState(false)
  const [heir, setHeir] = useState<StudioMember>()
  const { members, invitations, memberships, offered, received } = data
  return (
    <>
      {received.length > 0 && (
        <div className={styles.offers}>
          {received.map((offer) => (
            <ReceivedOffer key={offer.hand_over_id} offer={offer} />
          ))}
        </div>
      )}
      <SectionHeading size="small">{t('members.title')}</SectionHeading>
      <p className={styles.text}>{t('members.text')}</p>
      {members.length + invitations.length === 0 ? (
        <EmptyState
          title={t('members.empty')}
          action={
            <Button type="primary" onClick={() => setInviting(true)}>
              {t('invite.open')}
            </Button>
          }
        >
          {t('members.emptyText')}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.list} role="list" aria-label={t('members.title')}>
            {members.map((member) => (
              <li key={member.member_id}>
                <MemberItem member={member} onHandOver={() => setHeir(member)} />
              </li>
            ))}
            {invitations.map((invitation) => (
              <li key={invitation.invitation_id}>
                <InvitationItem invitation={invitation} />
              </li>
            ))}
            {offered.map((offer) => (
              <li key={offer.hand_over_id}>
                <OfferedItem offer={offer} />
              </li>
            ))}
          </ul>
          <Button type="primary" onClick={() => setInviting(true)}>
            {t('invite.open')}
          </Button>
        </>
      )}
      {memberships.length > 0 && (
        <section className={styles.part}>
          <SectionHeading size="small">{t('memberships.title')}</SectionHeading>
          <p className={styles.text}>{t('memberships.text')}</p>
          <ul className={styles.list} role="list" aria-label={t('memberships.title')}>
            {memberships.map((membership) => (
              <li key={membership.member_id}>
                <MembershipItem membership={membership} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {isInviting && <InviteDialog works={data.works} onClose={() => setInviting(false)} />}
      {heir && (
        <HandOverDialog member={heir} works={data.works} onClose={() => setHeir(undefined)} />
      )}
    </>
  )
}

/** Who works on the account's works, with which role, and in which studios the person works. */
export function Studio() {
  const query = useApiQuery(studio.overview)
  return (
    <div className={styles.studio}>
      <QueryState query={query}>{(data) => <StudioParts data={data} />}</QueryState>
    </div>
  )
}
