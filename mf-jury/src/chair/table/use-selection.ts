import { callApi } from '@awards/shared/client'
import { judge } from '@awards/shared/contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListInput } from '../use-chair-filters.ts'
import { tablePlace } from './table-memory.ts'
import type { Rows } from './use-rows.ts'

const NOTHING: ReadonlySet<string> = new Set()

export type Selection = ReturnType<typeof useSelection>

/** Entries that are chosen, whether they are on screen or not; found again on the way back from an entry. */
export function useSelection(input: ListInput, rowAt: Rows['rowAt'], place: string) {
  const [selected, setSelected] = useState(() => tablePlace.read(place).selected)
  const [isAsking, setIsAsking] = useState(false)
  const anchor = useRef<number>(undefined)
  const asked = useRef(0)
  const latestRowAt = useRef(rowAt)
  latestRowAt.current = rowAt
  const list = useRef(input)
  useEffect(() => tablePlace.keep(place, { selected }), [place, selected])
  useEffect(() => {
    if (list.current === input) return
    list.current = input
    // What was chosen belongs to the list it was chosen from.
    setSelected(NOTHING)
    anchor.current = undefined
    asked.current += 1
    setIsAsking(false)
  }, [input])

  // The same choice is the same object: pages of rows that come and go leave the bars alone.
  return useMemo(() => {
    async function allIds(): Promise<string[]> {
      const turn = ++asked.current
      setIsAsking(true)
      const answer = await callApi(judge.judgeEntryList, {
        ...input,
        current: 1,
        pageSize: 1,
        with_ids: '1',
      }).catch(() => undefined)
      if (turn !== asked.current) return []
      setIsAsking(false)
      return answer?.ids ?? []
    }
    async function between(from: number, to: number): Promise<string[]> {
      const [first, last] = [Math.min(from, to), Math.max(from, to)]
      const rows = Array.from({ length: last - first + 1 }, (_, index) =>
        latestRowAt.current(first + index),
      )
      if (rows.every((row) => row !== undefined)) return rows.map((row) => row.apply_order_id)
      return (await allIds()).slice(first, last + 1)
    }

    return {
      selected,
      isAsking,
      /** Also gives up what was still being asked for. */
      clear() {
        asked.current += 1
        setIsAsking(false)
        setSelected(NOTHING)
      },
      toggle(index: number) {
        const id = latestRowAt.current(index)?.apply_order_id
        if (!id) return
        anchor.current = index
        setSelected((before) => {
          const next = new Set(before)
          if (!next.delete(id)) next.add(id)
          return next
        })
      },
      /** Adds all rows from the one that was chosen last. */
      async extend(index: number) {
        const ids = await between(anchor.current ?? index, index)
        setSelected((before) => new Set([...before, ...ids]))
      },
      async all() {
        const ids = await allIds()
        if (ids.length > 0) setSelected(new Set(ids))
      },
      /** Takes those out that are dealt with. */
      drop(ids: readonly string[]) {
        setSelected((before) => {
          const next = new Set(before)
          for (const id of ids) next.delete(id)
          return next
        })
      },
    }
  }, [input, selected, isAsking])
}
