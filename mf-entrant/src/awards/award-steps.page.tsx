import { documents, type OwnerEntryInfo } from '@awards/shared/contract'
import { ENTRY_STATUS, roleMay, type EntryAct } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import {
  AwardMark,
  LinkButton,
  Page,
  PageHeader,
  ResponsiveImage,
  SectionHeading,
} from '@awards/shared/ui'
import { Steps, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { OwnerEntry } from '../common/owner-entry.tsx'
import { answerOf, type AwardScreenProps } from './award-screen.ts'
import { openFile, useApiMutation } from '@awards/shared/client'
import { AwardAnswer } from './award-answer.tsx'
import styles from './award-steps.module.css'
import { useLanguage } from '@awards/shared/i18n'
import { PackageChoice } from './package-choice.tsx'
import { PublicationForm } from './publication-form.tsx'
import { downloadSeal, SEAL_LOOKS } from './seal.ts'

const GIFTS = ['licence', 'certificate', 'page', 'scores'] as const

/** The seal in each look; the licence to use it comes with the acceptance. */
function SealDownloads({ info }: Pick<AwardScreenProps, 'info'>) {
  const { t } = useTranslation('entrant')
  const language = useLanguage()
  return (
    <div className={styles.seals}>
      <span>{t('award.sealDownload')}</span>
      {SEAL_LOOKS.map((look) => (
        <Button
          key={look}
          size="small"
          aria-label={t('award.sealOf', {
            look: t(`award.seal.${look}`),
            title: info.answers.title,
          })}
          onClick={() => downloadSeal(info, look, language)}
        >
          {t(`award.seal.${look}`)}
        </Button>
      ))}
    </div>
  )
}

/** The news, the winner's answer, and what every winner has without paying anything. */
function Congratulation({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const [certificate, { isLoading }] = useApiMutation(documents.printCertPdf)
  const isAccepted = answerOf(info)?.word === 'accepted'
  const cover = info.files.find(({ kind }) => kind === 'cover')
  const open = async () => {
    const { apply_order_id } = info
    const file = await certificate({ apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (file) openFile(file.url)
  }
  return (
    <div className={styles.screen}>
      {cover?.picture && (
        <ResponsiveImage picture={cover.picture} sizes="100vw" alt={cover.alt} eager />
      )}
      {roleMay(info.role ?? 'owner', 'answer') && <AwardAnswer info={info} goTo={goTo} />}
      <div>
        <SectionHeading>{t('award.gifts')}</SectionHeading>
        <ul className={styles.gifts} role="list">
          {GIFTS.map((gift) => (
            <li key={gift}>
              <strong>{t(`award.gift.${gift}.title`)}</strong>
              <span>{t(`award.gift.${gift}.text`)}</span>
              {gift === 'licence' && isAccepted && <SealDownloads info={info} />}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.congratulationActions}>
        {info.actions.includes('certificate') && (
          <Button size="large" loading={isLoading} onClick={() => void open()}>
            {t('action.certificate')}
          </Button>
        )}
        <LinkButton size="large" to={paths.winner(info.apply_order_id)}>
          {t('award.publicPage')}
        </LinkButton>
      </div>
    </div>
  )
}

const SCREENS = [Congratulation, PublicationForm, PackageChoice]
/** What the role of a member has to include for each screen. */
const ACTS: readonly EntryAct[] = ['view', 'edit', 'pay']

/** A winner's way: the news, what is published, which package. */
export function Component() {
  const id = useSearchParams()[0].get('id') ?? ''
  return (
    <Page>
      <OwnerEntry id={id}>{(info) => <AwardSteps info={info} />}</OwnerEntry>
    </Page>
  )
}

function AwardSteps({ info }: { info: OwnerEntryInfo }) {
  const { t } = useTranslation('entrant')
  const navigate = useNavigate()
  const isDeclined = answerOf(info)?.word === 'declined'
  const [search] = useSearchParams()
  const role = info.role ?? 'owner'
  const isOpen = (step: number) => roleMay(role, ACTS[step - 1] ?? 'answer')
  const wanted = isDeclined ? 1 : Number(search.get('step') ?? 1)
  const step = isOpen(wanted) ? wanted : 1
  const Screen = SCREENS[step - 1] ?? Congratulation
  if (info.entry_status !== ENTRY_STATUS.awarded || !info.award) return <NotAwarded />

  const goTo = (next: number) => navigate(paths.awardSteps(info.apply_order_id, next))
  return (
    <>
      <PageHeader
        key={step}
        eyebrow={
          <AwardMark
            code={info.award.code}
            name={[info.answers.title, info.award.name, info.edition.name]
              .filter(Boolean)
              .join(' · ')}
          />
        }
        title={t(`award.${step}.title`)}
        lead={t(`award.${step}.lead`, {
          award: info.award.name,
          category: info.category.name,
          title: info.answers.title,
        })}
        size={step === 1 ? 'display' : 'page'}
      />
      <Steps
        className={styles.steps ?? ''}
        size="small"
        current={step - 1}
        onChange={(index) => goTo(index + 1)}
        items={SCREENS.map((_, index) => ({
          title: t(`award.${index + 1}.name`),
          disabled: !isOpen(index + 1),
        }))}
      />
      <Screen info={info} goTo={goTo} />
    </>
  )
}

function NotAwarded() {
  const { t } = useTranslation('entrant')
  return (
    <PageHeader
      title={t('award.none.title')}
      lead={t('award.none.text')}
      actions={<LinkButton to={paths.account()}>{t('submit.account')}</LinkButton>}
    />
  )
}
