import { blindSheet, blindText, blindTitle, namesIn, type IdentityWords } from './blind-text.ts'

const words = (given: Partial<IdentityWords>): IdentityWords => ({
  phrases: [],
  names: [],
  marks: [],
  ...given,
})
const NAMES = words({ names: ['Studio Brumaire', 'Anne Lefèvre', '山本 健'] })

describe('a text as jurors read it', () => {
  beforeEach(() => proves('story S19'))

  test.each([
    ['STUDIO  BRUMAIRE made it.', '█████ made it.'],
    ['Made by Studio-Brumaire.', 'Made by █████.'],
    ['See @studiobrumaire or StudioBrumaire.', 'See █████ or █████.'],
    ['Anne Lefevre, then Lefèvre Anne.', '█████, then █████.'],
    ['Lefe\u0300vre drew it.', '█████ drew it.'],
    ['A\u200bnne Le\u200bfèvre drew it.', '█████ drew it.'],
    ['由山本健设计。', '由███设计。'],
    ['Write to anne@brumaire.example or https://brumaire.example/x.', 'Write to █████ or █████'],
  ])('%s', (text, blind) => {
    expect(blindText(text, 'Ondine', NAMES)).toBe(blind)
  })

  test('everyday words and parts of other words stay', () => {
    const text = 'A studio light; Annette says hello. Whitewashed brumairean oak.'
    expect(blindText(text, 'Ondine', NAMES)).toBe(text)
    const stone = words({ names: ['Stone Works', 'Rose White'] })
    expect(blindText('White stone, and Stone again.', 'Ondine', stone)).toBe(
      'White stone, and Stone again.',
    )
  })

  test('a work may be called like its maker, unless the title gives the full name', () => {
    const maker = words({ names: ['Ondine Atelier', 'Ondine'] })
    expect(blindTitle('Ondine', maker)).toBe('Ondine')
    expect(blindText('Ondine is a chair.', 'Ondine', maker)).toBe('Ondine is a chair.')
    expect(blindTitle('Ondine by Ondine Atelier', maker)).toBe('█████ by █████')
    expect(blindTitle('Lefèvre chair', NAMES)).toBe('Lefèvre chair')
  })

  test('a surname that the title gives away does not stay in the text', () => {
    const title = 'Chair of Anne Lefèvre'
    expect(blindTitle(title, NAMES)).toBe('Chair of █████')
    expect(blindText('Lefèvre made a Chair.', title, NAMES)).toBe('█████ made a Chair.')
  })

  test("the organiser's phrases go wherever they stand, short ones only alone", () => {
    const phrases = words({ phrases: ['brumaire', 'Li'] })
    expect(blindTitle('NéoBRUMAIRES by LI: Light', phrases)).toBe('Néo█████S by ██: Light')
  })

  test('no text grows, and signs outside the basic plane stay whole', () => {
    const text = '😀 Studio Brumaire 𝒜 😀'
    const blind = blindText(text, '', NAMES)
    expect(blind).toBe('😀 █████ 𝒜 😀')
    expect(blind.length).toBeLessThanOrEqual(text.length)
  })

  test('a sheet loses the fields that name somebody and the names in the others', () => {
    const blind = blindSheet(
      {
        title: 'Ondine',
        company: 'Studio Brumaire',
        summary: 'By Studio Brumaire',
        client: 'SNCF',
      },
      NAMES,
    )
    expect(blind).toEqual({ title: 'Ondine', summary: 'By █████' })
  })
})

describe('E23: names that an entrant is warned of', () => {
  test.each([
    ['Chair of Anne Lefèvre', ['Anne Lefèvre']],
    ['LEFÈVRE, a chair by studio brumaire', ['LEFÈVRE', 'studio brumaire']],
    ['Lefèvre and Lefèvre', ['Lefèvre']],
    ['A chair of ash', []],
    ['', []],
  ])('%p names %j', (text, names) => expect(namesIn(text, NAMES)).toEqual(names))
})
