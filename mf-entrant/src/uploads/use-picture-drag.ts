import { useState, type DragEvent, type MouseEvent } from 'react'

const DRAG_TYPE = 'application/x-entry-picture'

/** Moves a picture with the mouse. It is taken by its image alone, so that text can be selected. */
export function usePictureDrag(isDisabled: boolean, onMove: (from: number, to: number) => void) {
  const [held, setHeld] = useState<number>()
  const [over, setOver] = useState<number>()
  const isPicture = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAG_TYPE)
  return {
    /** The place under the picture that is being moved. */
    over,
    handlersOf: (place: number) => ({
      draggable: !isDisabled && held === place,
      onMouseDown: ({ target }: MouseEvent) =>
        setHeld(target instanceof Element && target.closest('[data-picture]') ? place : undefined),
      onDragStart: ({ dataTransfer }: DragEvent) => {
        dataTransfer.effectAllowed = 'move'
        dataTransfer.setData(DRAG_TYPE, String(place))
      },
      onDragOver: (event: DragEvent) => {
        if (!isPicture(event)) return
        event.preventDefault()
        setOver(place)
      },
      onDragLeave: (event: DragEvent) => {
        const inside = event.relatedTarget instanceof Node ? event.relatedTarget : null
        if (!event.currentTarget.contains(inside)) setOver(undefined)
      },
      onDragEnd: () => setOver(undefined),
      onDrop: (event: DragEvent) => {
        if (!isPicture(event)) return
        event.preventDefault()
        setOver(undefined)
        const from = Number(event.dataTransfer.getData(DRAG_TYPE))
        if (from !== place) onMove(from, place)
      },
    }),
  }
}
