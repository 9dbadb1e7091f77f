import { Page, QueryView, LinkButton, PageHeader } from '@awards/shared/ui'
import { useSearchParams } from 'react-router-dom'
import { NoEntry } from '../common/no-entry.tsx'
import { useScoreSheetQuery } from '../entrant.api.ts'
import { paths } from '@awards/shared/paths'
import { useTranslation } from 'react-i18next'
import { Sheet } from './sheet.tsx'

/** Says why an entry has no score sheet, yet or at all. */
function NoSheet({ reason }: { reason: 'waiting' | 'left' }) {
  const { t } = useTranslation('entrant')
  return (
    <PageHeader
      eyebrow={t('action.score_sheet')}
      title={t(`scores.${reason}.title`)}
      lead={t(`scores.${reason}.text`)}
      actions={
        <LinkButton type="primary" to={paths.account()}>
          {t('footer.account')}
        </LinkButton>
      }
    />
  )
}

/** How the jury saw one entry, once the results are out. */
export function Component() {
  const id = useSearchParams()[0].get('id') ?? ''
  const query = useScoreSheetQuery({ apply_order_id: id }, { skip: !id })
  const refusal = query.isError && 'code' in query.error ? query.error : undefined
  const hasLeft = refusal?.code === 404 && JSON.stringify(refusal).includes('"LEFT"')
  const content = () => {
    if (hasLeft) return <NoSheet reason="left" />
    if (refusal?.code === 423) return <NoSheet reason="waiting" />
    if (!id || refusal?.code === 404) return <NoEntry />
    return <QueryView query={query}>{(sheet) => <Sheet sheet={sheet} />}</QueryView>
  }
  return <Page>{content()}</Page>
}
