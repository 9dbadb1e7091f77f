import { useDeskWorkloadQuery } from '../desk.api.ts'

/** Jurors of both levels, to choose one of them. */
export function useJurorNames(edition_id: string | undefined) {
  const first = useDeskWorkloadQuery({ edition_id, level: '2' }, { skip: !edition_id })
  const second = useDeskWorkloadQuery({ edition_id, level: '3' }, { skip: !edition_id })
  const all = [...(first.data?.jurors ?? []), ...(second.data?.jurors ?? [])]
  return [...new Map(all.map(({ juror_id, name }) => [juror_id, name]))].map(([value, label]) => ({
    value,
    label,
  }))
}
