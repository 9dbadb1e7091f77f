import { toHtml } from './markdown.ts'

test('Markdown becomes HTML with headings, tables and links', () => {
  const html = toHtml('## Title\n\n| A |\n| --- |\n| b |\n\n[site](https://example.org)')
  expect(html).toContain('<h2>Title</h2>')
  expect(html).toContain('<th scope="col">A</th>')
  expect(html).toContain('<a href="https://example.org" rel="noopener">site</a>')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '<style>body{display:none}</style>',
])('%s cannot run', (text) => {
  expect(toHtml(text)).not.toMatch(/<(script|img|style)|href="javascript/i)
})
