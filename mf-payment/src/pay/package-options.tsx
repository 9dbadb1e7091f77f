import type { Output, payments } from '@awards/shared/contract'
import { SectionHeading, TextLink } from '@awards/shared/ui'
import { Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMoney } from '../common/use-money.ts'
import styles from './channel-choice.module.css'

export type Terms = Output<typeof payments.getWinnerPackageFeePaymentChannel>

type PackageOptionsProps = {
  packages: Terms['packages']
  chosen: string
  onChoose: (code: string) => void
  /** Where the free package is kept instead. */
  freePage: string
}

/** The packages that cost something, and the way to the one that does not. */
export function PackageOptions({ packages, chosen, onChoose, freePage }: PackageOptionsProps) {
  const { t } = useTranslation('payment')
  const money = useMoney(packages[0]?.currency ?? 'EUR')
  return (
    <>
      <SectionHeading id="pay-package">{t('package.choice')}</SectionHeading>
      <Radio.Group
        className={styles.group ?? ''}
        aria-labelledby="pay-package"
        value={chosen}
        onChange={(event) => onChoose(String(event.target.value))}
      >
        {packages.map((one) => (
          <Radio key={one.code} value={one.code} className={styles.channel ?? ''}>
            <span className={styles.name}>
              {one.name} · {money(one.amount_ht)}
            </span>
            <span className={styles.text}>{one.description}</span>
          </Radio>
        ))}
      </Radio.Group>
      <p className={styles.free}>
        <TextLink to={freePage}>{t('package.free')}</TextLink>
      </p>
    </>
  )
}
