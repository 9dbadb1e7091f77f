import { useApiMutation } from '@awards/shared/client'
import { entriesAdded, type OwnerEntryInfo } from '@awards/shared/contract'
import { WINNER_FEE_STATUS } from '@awards/shared/domain'
import { useFormat } from '@awards/shared/i18n'
import { paths } from '@awards/shared/paths'
import { LinkButton } from '@awards/shared/ui'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Trans } from 'react-i18next/TransWithoutContext'
import { Link } from 'react-router-dom'
import { Notice } from '../common/notice.tsx'
import styles from './award-steps.module.css'

/** What each screen of the winner's way is given. */
export type AwardScreenProps = { info: OwnerEntryInfo; goTo: (step: number) => void }

const W = WINNER_FEE_STATUS
const UNSAID: readonly number[] = [W.not_applicable, W.offered, W.offer_expired]

/** What the winner has said to the award; undefined until then. */
export function answerOf({ timeline, winner_fee_status }: OwnerEntryInfo) {
  const isDeclined = winner_fee_status === WINNER_FEE_STATUS.declined
  // Choosing a package implies acceptance.
  const isChosen = !UNSAID.includes(winner_fee_status)
  const said = timeline.findLast(({ code }) =>
    isDeclined ? code === 'award_declined' : code === 'award_accepted' || code === 'winning_info',
  )
  if (!said && !isDeclined && !isChosen) return undefined
  return { word: isDeclined ? 'declined' : 'accepted', at: said?.at } as const
}

/** The winner's word: taken with the licence, or declined; both can be changed until a package is chosen. */
export function AwardAnswer({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const format = useFormat()
  const [answer, { isLoading }] = useApiMutation(entriesAdded.awardAnswer)
  const [licence, setLicence] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const given = answerOf(info)
  const { apply_order_id, version } = info
  const isOpen = info.winner_fee_status === WINNER_FEE_STATUS.offered

  const say = async (word: 'accept' | 'decline') => {
    if (word === 'accept' && !licence) return setMissing(true)
    const input = { apply_order_id, version, answer: word, licence: word === 'accept' }
    const done = await answer(input)
      .unwrap()
      .catch(() => undefined)
    setAsked(false)
    if (done && word === 'accept') goTo(2)
  }

  if (given?.word === 'accepted') {
    return (
      <div className={styles.answer}>
        <p className={styles.given}>
          {given.at
            ? t('award.accepted', { date: format.date(given.at, 'datetime') })
            : t('award.isAccepted')}
        </p>
        <Button type="primary" size="large" className={styles.word ?? ''} onClick={() => goTo(2)}>
          {t('award.toPublication')}
        </Button>
      </div>
    )
  }
  return (
    <section className={styles.answer} aria-labelledby="answer">
      <h2 id="answer" className={styles.title}>
        {t(given ? 'award.declinedTitle' : 'award.question')}
      </h2>
      {given?.at && <p>{t('award.declined', { date: format.date(given.at, 'datetime') })}</p>}
      <div>
        <Checkbox
          checked={licence}
          aria-describedby="licence-help"
          onChange={(event) => {
            setLicence(event.target.checked)
            setMissing(false)
          }}
        >
          {t('award.licence')}
        </Checkbox>
        <p id="licence-help" className={styles.answerHelp}>
          <Trans
            t={t}
            i18nKey="award.licenceHelp"
            components={[<Link key="rules" to={paths.regulations} />]}
          />
        </p>
        {isMissing && (
          <p className={styles.missing} role="alert">
            {t('award.licenceMissing')}
          </p>
        )}
      </div>
      <div className={styles.answerActions}>
        <Button
          type="primary"
          size="large"
          className={styles.word ?? ''}
          loading={isLoading}
          onClick={() => void say('accept')}
        >
          {t(given ? 'award.takeBack' : 'action.accept_award')}
        </Button>
        {!given && isOpen && (
          <Button
            size="large"
            disabled={isLoading || isAsked}
            onClick={() => {
              setAsked(true)
              setMissing(false)
            }}
          >
            {t('award.decline')}
          </Button>
        )}
        {given && <LinkButton to={paths.account('awards')}>{t('submit.account')}</LinkButton>}
      </div>
      {isAsked && (
        <Notice
          type="warning"
          title={t('award.declineSure')}
          action={
            <>
              <Button danger loading={isLoading} onClick={() => void say('decline')}>
                {t('award.declineConfirm')}
              </Button>
              <Button onClick={() => setAsked(false)}>{t('award.declineKeep')}</Button>
            </>
          }
        >
          <p>{t('award.declineText')}</p>
        </Notice>
      )}
    </section>
  )
}
