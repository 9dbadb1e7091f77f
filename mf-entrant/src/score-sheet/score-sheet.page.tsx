import { Page, QueryView } from '@awards/shared/ui'
import { useSearchParams } from 'react-router-dom'
import { NoEntry } from '../common/no-entry.tsx'
import { useScoreSheetQuery } from '../entrant.api.ts'
import { NoSheet } from './no-sheet.tsx'
import { Sheet } from './sheet.tsx'

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
