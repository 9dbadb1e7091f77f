import { errorReason, failureOf } from '@awards/shared/client'
import { translateMessage } from '@awards/shared/i18n'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'

/** Why a change was refused, and what to do instead; fields tell their own faults. */
export function FeeRefusal({ error }: { error: unknown }) {
  const { i18n } = useTranslation('jury')
  const failure = error ? failureOf(error) : undefined
  if (!failure || typeof failure.msg !== 'string') return null
  const key = `fee.refusal.${errorReason(error) ?? ''}`
  const text = i18n.exists(key, { ns: 'jury' }) ? i18n.t(key, { ns: 'jury' }) : undefined
  return (
    <Alert type="warning" showIcon role="alert" title={text ?? translateMessage(failure.msg)} />
  )
}
