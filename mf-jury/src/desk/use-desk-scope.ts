import { useApiQuery } from '@awards/shared/client'
import { judge, type PhaseInfo, publication } from '@awards/shared/contract'
import { useCurrentUser } from '@awards/shared/session'
import { useFilters } from '../common/use-filters.ts'

const PLACE = ['edition_id', 'category_id'] as const
const NO_PHASES: readonly PhaseInfo[] = []

/** The edition and the category that a part of the desk shows, and those one may choose. */
export function useDeskScope() {
  const { filters } = useFilters(PLACE)
  const panel = useCurrentUser()?.juror?.category_ids
  const { data: phases } = useApiQuery(judge.getPhase)
  const { data: tree = [], isLoading } = useApiQuery(
    publication.category,
    {},
    { skipErrorHandler: false },
  )
  const list = phases?.list ?? NO_PHASES

  const editions = [...new Map(list.map(({ edition }) => [edition.id, edition])).values()]
  const editionId = filters.edition_id ?? phases?.current?.edition.id
  const ofEdition = list.filter(({ edition }) => edition.id === editionId)
  const categories = tree
    .flatMap(({ children, ...parent }) => (children.length > 0 ? children : [parent]))
    .filter(({ id }) => panel?.includes(id) ?? true)
  return {
    editions,
    editionId,
    phases: ofEdition,
    phase: ofEdition.find(({ is_current }) => is_current),
    categories,
    /** False where the panel has none, or they could not be read. */
    hasCategories: isLoading || categories.length > 0,
    categoryId: filters.category_id,
  }
}
