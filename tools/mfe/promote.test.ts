import {
  isSameTraffic,
  mainVersion,
  Promotion,
  promotionOf,
  type DeployedVersion,
} from '@awards/shared/releases'

const of = (version: string, traffic: number, isDefault = false): DeployedVersion => ({
  version,
  traffic,
  default: isDefault,
})
const old = of('1.0.0', 100, true)

test.each<[string, DeployedVersion[], number, DeployedVersion[]]>([
  ['the very first one is for everybody', [], 10, [of('2.0.0', 100, true)]],
  ['a canary', [old], 10, [of('2.0.0', 10), of('1.0.0', 90, true)]],
  [
    'the canary grows',
    [of('2.0.0', 10), of('1.0.0', 90, true)],
    50,
    [of('2.0.0', 50), of('1.0.0', 50, true)],
  ],
  [
    'everybody; the old one stays as the last known good',
    [old],
    100,
    [of('2.0.0', 100), of('1.0.0', 0, true)],
  ],
  [
    'what most visitors had stays, not what was kept behind it',
    [of('1.1.0', 100), of('1.0.0', 0, true)],
    10,
    [of('2.0.0', 10), of('1.1.0', 90, true)],
  ],
  [
    'at equal shares the last known good stays',
    [of('1.1.0', 50), of('1.0.0', 50, true)],
    100,
    [of('2.0.0', 100), of('1.0.0', 0, true)],
  ],
  ['nobody yet', [old], 0, [of('2.0.0', 0), of('1.0.0', 100, true)]],
  ['alone already', [of('2.0.0', 100, true)], 100, [of('2.0.0', 100, true)]],
])('%s', (_what, present, traffic, wanted) => {
  const versions = promotionOf(present, '2.0.0', traffic)
  expect(versions).toEqual(wanted)
  expect(Promotion.safeParse({ versions }).success).toBe(true)
})

test('a promotion of a promotion changes nothing', () => {
  const once = promotionOf([old], '2.0.0', 100)
  expect(isSameTraffic(once, promotionOf(once, '2.0.0', 100))).toBe(true)
  expect(isSameTraffic(once, promotionOf(once, '2.0.0', 50))).toBe(false)
  expect(mainVersion(once)).toBe('2.0.0')
})
