import { CropArea } from '@awards/shared/domain'
import {
  areaOf,
  isLargeEnough,
  largestPart,
  largestZoom,
  pixelsOf,
  placeOf,
  reachOf,
  shiftOf,
} from './crop-dialog.tsx'

const picture = { width: 2_400, height: 1_600 }

test.each([
  [1, { width: 1_600, height: 1_600 }],
  [16 / 9, { width: 2_400, height: 1_350 }],
  [3 / 2, { width: 2_400, height: 1_600 }],
])('the largest part of shape %d', (shape, part) => {
  expect(largestPart(picture, shape)).toEqual(part)
})

test('a picture is enlarged until its part has 1500 pixels, and not at all when it has fewer', () => {
  expect(largestZoom(picture, 3 / 2)).toBeCloseTo(1.6)
  expect(largestZoom({ width: 1_500, height: 1_000 }, 1)).toBe(1)
  expect(isLargeEnough(pixelsOf(picture, { x: 0, y: 0, width: 0.625, height: 1 }))).toBe(true)
  expect(isLargeEnough({ width: 1_499, height: 1_499 })).toBe(false)
})

test('percentages with a breath too much stay inside the picture', () => {
  const area = areaOf({ x: -0.001, y: 40, width: 100.002, height: 60.001 })
  expect(CropArea.safeParse(area).success).toBe(true)
  expect(area).toEqual({ x: 0, y: 0.4, width: 1, height: 0.6 })
})

test('a slider and the mouse agree on where the part is', () => {
  const reach = reachOf({ width: 600, height: 400 }, { width: 400, height: 400 }, 1)
  expect(reach).toEqual({ x: 100, y: 0 })
  expect([placeOf(100, 100), placeOf(0, 100), placeOf(-100, 100)]).toEqual([0, 50, 100])
  for (const place of [0, 25, 50, 100]) expect(placeOf(shiftOf(place, 100), 100)).toBe(place)
  expect(placeOf(0, 0)).toBe(50)
})
