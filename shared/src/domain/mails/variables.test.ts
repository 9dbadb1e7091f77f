import {
  requiredVariables,
  wrongParts,
  fillVariables,
  variablesOf,
  wrongVariables,
} from './mail-text.ts'

test('variables are found once and filled once', () => {
  expect(variablesOf('{{name}}, {{entry}} and {{name}}')).toEqual(['name', 'entry'])
  // A value that looks like a variable is not read again.
  expect(fillVariables('{{name}} {{gone}}!', { name: '{{entry}}', entry: 'Ondine' })).toBe(
    '{{entry}} !',
  )
})

test.each([
  ['Dear {{name}}', []],
  ['A set {a, b} and prices > 10', []],
  ['Dear {{nmae}}', ['{{nmae}} is not a variable of this mail']],
  ['Dear {{name}', ['{{name}} is not written right: use two braces on each side']],
  ['Dear {name}}', ['{{name}} is not written right: use two braces on each side']],
  ['Dear {{ name }}', ['{{name}} is not written right: use two braces on each side']],
  ['您好｛｛name｝｝', ['{{name}} is not written right: use two braces on each side']],
])('%s', (text, wrong) => {
  expect(wrongVariables(text, ['name'])).toEqual(wrong)
})

test('a text keeps what its reader has to know, and may leave out what is only kind', () => {
  const original = {
    subject: '{{entry_no}}: pay {{amount}}',
    body: 'Dear {{name}}, by {{due}}.',
    note: 'Stop: {{site}}{{stop}}',
  }
  const allowed = variablesOf(Object.values(original).join(' '))
  expect(requiredVariables(original)).toEqual(['amount', 'due', 'stop'])
  const right = { subject: 'Pay', body: '{{amount}} by {{due}}', note: '{{site}}{{stop}}' }
  expect(wrongParts(right, original, allowed)).toEqual({})
  expect(wrongParts({ ...right, note: 'No link' }, original, allowed)).toEqual({
    note: ['{{stop}} is missing, and the reader needs it'],
  })
  expect(wrongParts({ ...right, subject: '' }, original, allowed)).toEqual({
    subject: ['Fill in this field'],
  })
})
