import { isHarmlessHtml } from './trusted-html.ts'

test.each([
  '.ant-btn{color:red}@media (width > 600px){.a>.b{margin:0}}',
  '<h2>Title</h2><p>One<br />two <strong>and</strong> <em>three</em></p><hr />',
  '<p>5 &lt; 6 &amp; 7 > 2, <mark>found</mark></p>',
  '<p><a href="https://example.org/a?b=1&amp;c=2" rel="noopener">site</a></p>',
  '<a href="/fees" rel="noopener">fees</a><a href="mailto:a@example.org">write</a>',
  '<table><thead><tr><th scope="col">A</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
])('%s can do nothing', (html) => {
  expect(isHarmlessHtml(html)).toBe(true)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<p onclick="alert(1)">x</p>',
  '<P>x</P><svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/\\evil.test">x</a>',
  '<a href="https://x" onmouseover="alert(1)">x</a>',
  '<a href="https://x"onmouseover="alert(1)">x</a>',
  "<a href='https://x'>x</a>",
  '<<p>script>alert(1)<</p>/script>',
  '<p>x</p><',
  '<!-- <p> -->',
  '<style>*{}</style>',
  '<p\nonclick=alert(1)>',
  '<iframe srcdoc="x">',
  '<br onload=alert(1)/>',
])('%s is refused', (html) => {
  expect(isHarmlessHtml(html)).toBe(false)
})

test('a long text is read in no time', () => {
  const started = process.cpuUsage()
  isHarmlessHtml('<a href="https://'.repeat(20_000))
  isHarmlessHtml(`<a href="https://${'a'.repeat(200_000)}`)
  // Time of the processor: what else the machine does is not counted.
  const { user, system } = process.cpuUsage(started)
  expect((user + system) / 1_000).toBeLessThan(1_500)
})
