import { IMAGE_LIMITS, type CropArea } from '@awards/shared/domain'

type Size = { width: number; height: number }
type Point = { x: number; y: number }

/** The largest part of a picture in a shape (width by height). */
export function largestPart({ width, height }: Size, shape: number): Size {
  const across = Math.min(width, height * shape)
  return { width: across, height: across / shape }
}

/** How far a picture can be enlarged until its part gets too small to be shown; 1 where not at all. */
export function largestZoom(picture: Size, shape: number): number {
  const { width, height } = largestPart(picture, shape)
  return Math.max(1, Math.max(width, height) / IMAGE_LIMITS.longSide)
}

/** The pixels that a part has. */
export const pixelsOf = (picture: Size, area: CropArea): Size => ({
  width: Math.round(area.width * picture.width),
  height: Math.round(area.height * picture.height),
})

export const isLargeEnough = ({ width, height }: Size) =>
  Math.max(width, height) >= IMAGE_LIMITS.longSide

/** From the cropper's percentages to fractions that never leave the picture. */
export function areaOf(percent: Size & Point): CropArea {
  const x = clamp(percent.x / 100)
  const y = clamp(percent.y / 100)
  return {
    x,
    y,
    width: Math.min(clamp(percent.width / 100), 1 - x),
    height: Math.min(clamp(percent.height / 100), 1 - y),
  }
}

/** How far the picture can be moved from the middle under its frame, in pixels of the screen. */
export const reachOf = (shown: Size, frame: Size, zoom: number): Point => ({
  x: Math.max(0, (shown.width * zoom - frame.width) / 2),
  y: Math.max(0, (shown.height * zoom - frame.height) / 2),
})

/** Place of the part, 0 at the left or upper edge and 100 at the other, from the picture's shift. */
export const placeOf = (shift: number, reach: number) =>
  reach === 0 ? 50 : Math.round(50 - (shift / reach) * 50)

export const shiftOf = (place: number, reach: number) => ((50 - place) / 50) * reach

const clamp = (value: number) => Math.min(1, Math.max(0, value))
