import {
  answerSchema,
  answerText,
  fileProblem,
  Question,
  QuestionAnswers,
  questionProblems,
  questionsFor,
  type QuestionKind,
} from './questions.ts'

const question = (part: Partial<Question> = {}) =>
  Question.parse({
    code: 'repair',
    kind: 'text',
    label: { en: 'How is it repaired?' },
    jurors: 'hidden',
    ...part,
  })
const refusals = (part: Record<string, unknown>) =>
  Question.safeParse({ ...question(), ...part }).error?.issues.map(({ path }) => path.join('.'))
const two = [
  { code: 'yes', label: { en: 'Yes' } },
  { code: 'no', label: { en: 'No' } },
]

test.each([
  ['a text that jurors would read as it was written', { jurors: 'shown' }, ['jurors']],
  ['a link that jurors would read', { kind: 'link', jurors: 'redacted' }, ['jurors']],
  ['a choice between nothing', { kind: 'choice' }, ['choices']],
  ['choices of a text', { choices: two }, ['choices']],
  ['two choices of one code', { kind: 'choice', choices: [two[0], two[0]] }, ['choices']],
  ['a minimum above the maximum', { kind: 'number', minimum: 5, maximum: 2 }, ['maximum']],
  ['a text longer than the database takes', { maximum: 4000 }, ['maximum']],
  ['a limit of a link', { kind: 'link', maximum: 10 }, ['minimum']],
  ['a consent that is published', { kind: 'consent', public: true }, ['public']],
  ['a file of no kind', { kind: 'file' }, ['file_kinds']],
  ['kinds of file of a text', { file_kinds: ['pdf'] }, ['file_kinds']],
  ['a PDF that jurors see', { kind: 'file', file_kinds: ['pdf'], jurors: 'shown' }, ['jurors']],
  ['a file that is published', { kind: 'file', file_kinds: ['image'], public: true }, ['public']],
  ['a file of any size', { kind: 'file', file_kinds: ['pdf'], maximum: 21 }, ['maximum']],
  ['a file from some size on', { kind: 'file', file_kinds: ['pdf'], minimum: 1 }, ['minimum']],
  ['a code with capitals', { code: 'Repair' }, ['code']],
])('the programme cannot ask %s', (_name, part, fields) => {
  expect(refusals(part)).toEqual(fields)
})

const kinds: [QuestionKind, Partial<Question>, unknown[], unknown[]][] = [
  ['text', { minimum: 3, maximum: 5 }, ['abc', ' abcde '], ['', 'ab', 'abcdef', 7, undefined]],
  ['long_text', {}, ['a', 'a'.repeat(1000)], ['', 'a'.repeat(1001), null]],
  ['choice', { choices: two }, ['yes'], ['', 'perhaps', ['yes'], undefined]],
  ['choices', { choices: two }, [['yes'], ['yes', 'no']], [[], ['perhaps'], 'yes', undefined]],
  ['number', { minimum: 1, maximum: 9 }, [1, 9, 2.5], [0, 10, '5', undefined]],
  ['link', {}, ['https://garance.example'], ['garance', 'ftp://a.example', '', undefined]],
  ['file', { file_kinds: ['pdf'] }, ['12'], ['', 12, ['12'], undefined]],
  ['consent', {}, [true], [false, 'yes', undefined]],
]
test.each(kinds)('an answer of the kind %s', (kind, part, good, bad) => {
  const needed = answerSchema(question({ kind, ...part, required: true }))
  expect(good.map((value) => needed.safeParse(value).success)).not.toContain(false)
  expect(bad.map((value) => needed.safeParse(value).success)).not.toContain(true)
  const optional = answerSchema(question({ kind, ...part, required: false }))
  for (const none of kind === 'consent' ? [undefined, false] : [undefined, null, '', '  ']) {
    expect(optional.safeParse(none).success).toBe(true)
  }
})

test('an answer that is not needed is checked too, and says what is wrong with it', () => {
  const message = (part: Partial<Question>, value: unknown) =>
    answerSchema(question(part)).safeParse(value).error?.issues[0]?.message
  expect(message({ maximum: 5 }, 'abcdef')).toBe('Write at most 5 characters')
  expect(message({ kind: 'number', minimum: 3 }, 1)).toBe('Give a number of at least 3')
  expect(message({ kind: 'link' }, 'garance')).toBe('Give an address that starts with https://')
})

test('a work is asked the questions of its section and of each of its categories', () => {
  const questions = [
    question({ code: 'all' }),
    question({ code: 'chairs', categories: ['MOB'] }),
    question({ code: 'students', sections: ['student'] }),
    question({ code: 'student_chairs', sections: ['student'], categories: ['MOB'] }),
  ]
  const codes = (section: string, ...categories: string[]) =>
    questionsFor(questions, { section, categories }).map(({ code }) => code)
  expect(codes('professional', 'LUM')).toEqual(['all'])
  expect(codes('professional', 'LUM', 'MOB')).toEqual(['all', 'chairs'])
  expect(codes('student', 'MOB')).toEqual(['all', 'chairs', 'students', 'student_chairs'])
})

test('a problem names the question; an answer of another kind counts as none', () => {
  const asked = [question({ required: true }), question({ code: 'other' })]
  expect(questionProblems(asked, undefined)).toEqual({
    'questions.repair': ['Answer this question'],
  })
  expect(questionProblems(asked, { repair: 7 })).toHaveProperty(['questions.repair'])
  expect(questionProblems(asked, { repair: 'With a screw' })).toEqual({})
})

test('an answer in words: labels of choices, nothing for a choice that the form does not have', () => {
  const words = (kind: QuestionKind, answer: unknown) =>
    answerText({ kind, choices: two }, answer as string, ({ en }) => en)
  expect(words('choice', 'no')).toBe('No')
  expect(words('choices', ['no', 'yes'])).toBe('No, Yes')
  expect(words('choice', 'perhaps')).toBe('')
  expect(words('number', 0)).toBe('0')
  expect(words('text', 12)).toBe('')
  expect(words('consent', true)).toBe('')
})

test('a file is checked by its kinds and its size', () => {
  const problem = (part: Partial<Question>, kind: 'image' | 'pdf' | undefined, bytes = 1) =>
    fileProblem(question({ kind: 'file', ...part }), { kind, bytes })
  expect(problem({ file_kinds: ['pdf'] }, 'pdf')).toBeUndefined()
  expect(problem({ file_kinds: ['pdf'] }, 'image')).toContain('not a PDF')
  expect(problem({ file_kinds: ['image'] }, 'pdf')).toContain('not a picture')
  expect(problem({ file_kinds: ['image', 'pdf'] }, undefined)).toContain('or a PDF')
  expect(problem({ file_kinds: ['pdf'], maximum: 2 }, 'pdf', 2 << 20)).toBeUndefined()
  expect(problem({ file_kinds: ['pdf'], maximum: 2 }, 'pdf', (2 << 20) + 1)).toContain('2 MB')
})

test('a form holds nothing for a question that nobody has touched', () => {
  expect(QuestionAnswers.safeParse({ repair: undefined, reach: 'far' }).success).toBe(true)
  expect(QuestionAnswers.safeParse({ Repair: 'x' }).success).toBe(false)
})
