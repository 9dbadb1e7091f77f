import { openFile } from '@awards/shared/client'
import { paths } from '@awards/shared/paths'
import { LinkButton, ResponsiveImage, SectionHeading } from '@awards/shared/ui'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCertificateMutation } from '../entrant.api.ts'
import { AwardAnswer } from './award-answer.tsx'
import type { AwardScreenProps } from './award-screen.ts'
import styles from './congratulation.module.css'

const GIFTS = ['licence', 'certificate', 'page', 'scores'] as const

/** The news, the winner's answer, and what every winner has without paying anything. */
export function Congratulation({ info, goTo }: AwardScreenProps) {
  const { t } = useTranslation('entrant')
  const [certificate, { isLoading }] = useCertificateMutation()
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
      <AwardAnswer info={info} goTo={goTo} />
      <div>
        <SectionHeading>{t('award.gifts')}</SectionHeading>
        <ul className={styles.gifts} role="list">
          {GIFTS.map((gift) => (
            <li key={gift}>
              <strong>{t(`award.gift.${gift}.title`)}</strong>
              <span>{t(`award.gift.${gift}.text`)}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
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
