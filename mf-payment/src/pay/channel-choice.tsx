import type { Output, payments } from '@awards/shared/contract'
import { Radio, type RadioGroupProps } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './channel-choice.module.css'

export type Channels = Output<typeof payments.getEntryFeePaymentChannel>

type ChannelChoiceProps = Pick<RadioGroupProps, 'value' | 'onChange' | 'id'> & {
  channels: Channels
  /** The heading that asks. */
  labelledBy: string
}

/** The ways to pay; one that is not open says why. */
export function ChannelChoice({ channels, labelledBy, ...group }: ChannelChoiceProps) {
  const { t } = useTranslation('payment')
  return (
    <Radio.Group {...group} aria-labelledby={labelledBy} className={styles.group ?? ''}>
      {channels.map(({ channel, name, enabled, reason }) => (
        <Radio key={channel} value={channel} disabled={!enabled} className={styles.channel ?? ''}>
          <span className={styles.name}>{name}</span>
          <span className={styles.text}>{enabled ? t(`channel.${channel}`) : reason}</span>
        </Radio>
      ))}
    </Radio.Group>
  )
}
