import {
  admit,
  homeRoute,
  IDENTITIES,
  identityFlags,
  PAGES,
  ROUTES,
  SPECIFICATION_ROUTES,
} from './index.ts'
import { paths } from '../paths.ts'

test('the specification has seventeen routes, each once', () => {
  expect(SPECIFICATION_ROUTES).toHaveLength(17)
  expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length)
})

test.each([
  ['/', ''],
  ['/login', 'Login'],
  ['/forget', 'Forget'],
  ['/changepassword', 'ChangePassword'],
  ['/account', 'Account'],
  ['/pay-result', 'PayResult'],
  ['/steps', 'Steps'],
  ['/preview', 'Preview'],
  ['/awards/steps', 'Awards'],
  ['/submit', 'Submit'],
  ['/juryreview', 'JuryReview'],
  ['/subjuryreview', 'SubJury'],
  ['/levelJuryreview', 'LevsubJury'],
  ['/juryreviewdetails', 'JuryawardsDetail'],
  ['/subjuryreviewdetails', 'Subjuryreviewdetails'],
  ['/403', '403'],
  ['*', '404'],
])('the specification names %s "%s"', (path, title) => {
  expect(SPECIFICATION_ROUTES.filter((route) => route.path === path)).toMatchObject([{ title }])
})

test('every declared page is a route, under a name of its own', () => {
  expect(Object.keys(PAGES)).toHaveLength(ROUTES.length)
})

test.each([
  [paths.about, '/about'],
  [paths.juryReview, '/juryreview'],
  [paths.winner('7'), '/winners/7'],
  [paths.verify('A/1'), '/verify/A%2F1'],
  [paths.winners(), '/winners'],
  [paths.steps({ id: '7', step: 2 }), '/steps?id=7&step=2'],
])('a link leads to %s', (path, expected) => {
  expect(path).toBe(expected)
})

test.each([
  [undefined, false, false, false, false],
  [0, false, false, false, false],
  [1, true, true, false, false],
  [2, true, false, true, false],
  [3, true, false, false, true],
] as const)('flags of identity %s', (identity, isJury, isIdentity, isSubJury, isSecondJury) => {
  expect(identityFlags(identity)).toEqual({ isJury, isIdentity, isSubJury, isSecondJury })
})

describe('admission', () => {
  test.each(['auth', 'juryauth', 'onlyJury', 'subJury', 'levsubJury', 'reviewer'] as const)(
    '%s sends a visitor to the login page',
    (wrapper) => {
      expect(admit([wrapper], undefined)).toEqual({ admit: false, to: 'login' })
    },
  )

  test('a page without a wrapper is open to everybody', () => {
    for (const identity of [undefined, ...IDENTITIES]) expect(admit([], identity).admit).toBe(true)
  })

  test('juryauth sends jurors to their review home and lets entrants pass', () => {
    expect(admit(['auth', 'juryauth'], 0).admit).toBe(true)
    for (const identity of [1, 2, 3] as const) {
      expect(admit(['auth', 'juryauth'], identity)).toEqual({
        admit: false,
        to: homeRoute(identity),
      })
    }
  })

  test.each([
    ['onlyJury', [1]],
    ['subJury', [2]],
    ['levsubJury', [3]],
    ['reviewer', [2, 3]],
  ] as const)('%s admits identities %s alone', (wrapper, admitted) => {
    for (const identity of IDENTITIES) {
      const expected = (admitted as readonly number[]).includes(identity)
      expect(admit([wrapper], identity)).toEqual(
        expected ? { admit: true } : { admit: false, to: 'forbidden' },
      )
    }
  })
})
