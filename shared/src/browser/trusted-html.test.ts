import { trustedHtml } from './trusted-html.ts'

test('text of the programme stays as it is', () => {
  expect(trustedHtml('<p>One</p>')).toBe('<p>One</p>')
})

test('what could run is shown as text', () => {
  expect(trustedHtml('<p>One</p><img src=x>')).toBe('&lt;p>One&lt;/p>&lt;img src=x>')
})
