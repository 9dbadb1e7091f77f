import { wordDiff } from './conflict-notice.tsx'

test('marks the words that only one text has', () => {
  expect(wordDiff('A chair of oak', 'A chair of pale ash', 'en')).toEqual([
    { text: 'A chair of ', in: 'both' },
    { text: 'oak', in: 'mine' },
    { text: 'pale ash', in: 'theirs' },
  ])
})

test('what belongs to one side gives its text again, in languages without spaces too', () => {
  const [mine, theirs] = ['一把橡木椅子', '一把白蜡木椅子']
  const parts = wordDiff(mine, theirs, 'zh')
  const of = (side: 'mine' | 'theirs') =>
    parts
      .filter((part) => part.in === 'both' || part.in === side)
      .map(({ text }) => text)
      .join('')
  expect(of('mine')).toBe(mine)
  expect(of('theirs')).toBe(theirs)
})

test('texts too long to compare are shown whole', () => {
  const long = 'word '.repeat(2_000)
  expect(wordDiff(long, `${long}end`, 'en')).toHaveLength(2)
})
