import type { OwnerEntryInfo } from '@awards/shared/contract'
import { ENTRY_STATUS } from '@awards/shared/domain'
import { paths } from '@awards/shared/paths'
import { AwardMark, LinkButton, Page, PageHeader } from '@awards/shared/ui'
import { Steps } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { OwnerEntry } from '../common/owner-entry.tsx'
import { answerOf } from './award-screen.ts'
import styles from './award-steps.module.css'
import { Congratulation } from './congratulation.tsx'
import { PackageChoice } from './package-choice.tsx'
import { PublicationForm } from './publication-form.tsx'

const SCREENS = [Congratulation, PublicationForm, PackageChoice]

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
  const wanted = isDeclined ? 1 : Number(search.get('step') ?? 1)
  const step = wanted >= 1 && wanted <= SCREENS.length ? wanted : 1
  const Screen = SCREENS[step - 1] ?? Congratulation
  if (info.entry_status !== ENTRY_STATUS.awarded || !info.award) return <NotAwarded />

  const goTo = (next: number) => navigate(paths.awardSteps(info.apply_order_id, next))
  return (
    <>
      <PageHeader
        key={step}
        eyebrow={
          <AwardMark code={info.award.code} name={`${info.award.name} · ${info.edition.name}`} />
        }
        title={t(`award.${step}.title`, { title: info.answers.title })}
        lead={t(`award.${step}.lead`, { award: info.award.name, category: info.category.name })}
        size={step === 1 ? 'display' : 'page'}
      />
      <Steps
        className={styles.steps ?? ''}
        size="small"
        current={step - 1}
        onChange={(index) => goTo(index + 1)}
        items={SCREENS.map((_, index) => ({ title: t(`award.${index + 1}.name`) }))}
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
