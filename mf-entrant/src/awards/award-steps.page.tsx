import { documents, type OwnerEntryInfo } from '@awards/shared/contract'
import { ENTRY_STATUS, roleMay, type EntryAct, brandOf, type Language } from '@awards/shared/domain'
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
import { answerOf, AwardAnswer, type AwardScreenProps } from './award-answer.tsx'
import { openFile, useApiMutation, programmeName, siteConfiguration } from '@awards/shared/client'
import styles from './award-steps.module.css'
import { useLanguage } from '@awards/shared/i18n'
import { PackageChoice } from './package-choice.tsx'
import { PublicationForm } from './publication-form.tsx'

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
  const open = async (kind: 'url' | 'page_url') => {
    const { apply_order_id } = info
    const file = await certificate({ apply_order_id })
      .unwrap()
      .catch(() => undefined)
    if (file) openFile(file[kind])
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
          <>
            <Button size="large" loading={isLoading} onClick={() => void open('url')}>
              {t('action.certificate')}
            </Button>
            <Button size="large" disabled={isLoading} onClick={() => void open('page_url')}>
              {t('action.certificatePage')}
            </Button>
          </>
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

/** The looks of a seal: the programme's colour, and one colour for dark and for light grounds. */
const SEAL_LOOKS = ['colour', 'black', 'white'] as const
type SealLook = (typeof SEAL_LOOKS)[number]

type SealWords = { programme: string; award: string; edition: string }

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign)

const inkOf = (look: SealLook): string => {
  if (look === 'black') return '#000000'
  if (look === 'white') return '#ffffff'
  return brandOf(siteConfiguration().primary_colour).brand[0]
}

/** Widths in the ring, in units of its 640. */
const INSIDE = 400
const LARGEST = 92
/** A capital is at most this wide in ems; Han characters are one em. */
const widthOf = (text: string) => (/\p{Script=Han}/u.test(text) ? 1.05 : 0.66) * text.length
const sizeFor = (text: string, room: number, largest: number) =>
  Math.round(Math.min(largest, room / widthOf(text)))

/** The seal of an award as an SVG: a double ring with the programme around, the level and the season inside. */
export function sealSvg({ programme, award, edition }: SealWords, look: SealLook): string {
  const ink = inkOf(look)
  const around = sizeFor(programme, 640, 40)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 640" width="640" height="640" role="img" aria-label="${escapeXml(`${programme}: ${award}, ${edition}`)}">
  <defs><path id="arc" d="M 76 320 a 244 244 0 0 1 488 0"/></defs>
  <g fill="none" stroke="${ink}"><circle cx="320" cy="320" r="304" stroke-width="12"/><circle cx="320" cy="320" r="222" stroke-width="4"/></g>
  <g fill="${ink}" font-family="Roboto, 'Helvetica Neue', Arial, 'Noto Sans SC', sans-serif" text-anchor="middle">
    <text font-size="${around}" font-weight="500" letter-spacing="2"><textPath href="#arc" startOffset="50%">${escapeXml(programme)}</textPath></text>
    <text x="320" y="338" font-size="${sizeFor(award, INSIDE, LARGEST)}" font-weight="700">${escapeXml(award)}</text>
    <text x="320" y="404" font-size="${sizeFor(edition, INSIDE, 36)}">${escapeXml(edition)}</text>
  </g>
</svg>
`
}

/** Gives the seal of an award as a file that is named after the work. */
function downloadSeal(
  { award, edition, entry_no }: Pick<OwnerEntryInfo, 'award' | 'edition' | 'entry_no'>,
  look: SealLook,
  language: Language,
) {
  if (!award) return
  const words = { programme: programmeName(language), award: award.name, edition: edition.name }
  const url = URL.createObjectURL(new Blob([sealSvg(words, look)], { type: 'image/svg+xml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${entry_no}-${award.code}-${look}.svg`
  link.click()
  URL.revokeObjectURL(url)
}
