import fc from 'fast-check'
import { isHarmlessHtml } from '@awards/shared/browser/trusted-html'
import { SEED } from '../../../../../tools/testing/scale.ts'
import { toHtml, markdownProblems } from './programme-texts.ts'

test('renders headings, tables and links', () => {
  const html = toHtml('## Title\n\n| A |\n| --: |\n| b |\n\n[site](https://example.org)')
  expect(html).toContain('<h2>Title</h2>')
  expect(html).toContain('<th scope="col">A</th>')
  expect(html).toContain('<a href="https://example.org" rel="noopener">site</a>')
})

test('maps headings to h2 to h4', () => {
  expect(toHtml('# One\n\n##### Five')).toBe('<h2>One</h2>\n<h4>Five</h4>')
})

test.each([
  ['[fees](/fees)', '<a href="/fees">fees</a>'],
  ['[above](#terms)', '<a href="#terms">above</a>'],
  [
    '<https://example.org/a?b=1&c=2>',
    '<a href="https://example.org/a?b=1&amp;c=2" rel="noopener">',
  ],
  ['[write](mailto:a@example.org)', '<a href="mailto:a@example.org" rel="noopener">write</a>'],
])('%s is a link', (text, html) => expect(toHtml(text)).toContain(html))

test.each([
  '[x](http://example.org)',
  '[x](//example.org)',
  '[x](fees)',
  '[x](../admin)',
  '[x](?a=1)',
  '[x](ftp://example.org)',
  '[x](tel:123)',
])('the link %s stays plain text, and is reported', (text) => {
  expect(toHtml(text)).toBe(`<p>${text}</p>`)
  expect(markdownProblems(text)).toHaveLength(1)
})

test('renders an inline picture as its alt text, and reports it', () => {
  expect(toHtml('![A <red> ring](/x.jpg)')).toBe('<p>A &lt;red&gt; ring</p>')
  expect(markdownProblems('One\n\n![Ring](https://example.org/x.jpg)')).toMatchObject([{ line: 3 }])
})

const ATTACKS = [
  '<script>alert(1)</script>',
  '<ScRiPt src=//evil.example></ScRiPt>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext></mtext><style><img src=x onerror=alert(1)></style></math>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<style>body{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<form action="//evil.example"><input name=a></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<a href="javascript:alert(1)">x</a>',
  '<p style="position:fixed">x</p>',
  '<p class="x" id="y" onclick="alert(1)">x</p>',
  '<details open ontoggle=alert(1)>x</details>',
  '<video><source onerror=alert(1)></video>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  '<![CDATA[<script>alert(1)</script>]]>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java&#10;script:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](<https://example.org" onmouseover="alert(1)>)',
  '[x](https://example.org "title\\" onmouseover=\\"alert(1)")',
  '![x](javascript:alert(1))',
  '![x" onerror="alert(1)](https://example.org/x.png)',
  '![x](https://example.org/x.png"onerror="alert(1))',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '| a |\n| --- |\n| <img src=x onerror=alert(1)> |',
  '```html"onload="alert(1)\n<script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<a href="/\\evil.example">x</a> [x](/\\evil.example) [x](\\\\evil.example)',
  '\u0000<script\u0000>alert(1)</script>',
]

const tagsOf = (html: string) => html.match(/<[^>]*>/g) ?? []

test.each(ATTACKS)('%s cannot run', (text) => {
  proves('security 4')
  const html = toHtml(text)
  expect(isHarmlessHtml(html)).toBe(true)
  for (const tag of tagsOf(html)) {
    expect(tag).not.toMatch(
      /script|style|svg|iframe|img|object|embed|form|meta|base|link|video|data:/i,
    )
    expect(tag).not.toMatch(/\son\w+\s*=|\sclass=|\sid=|href="(?!https:|mailto:|\/(?!\/)|#)/i)
  }
})

test('the browser accepts all HTML that the server renders', () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...ATTACKS,
      '# ',
      '###### ',
      '> ',
      '- ',
      '1. ',
      '3. ',
      '\n',
      '\n\n',
      '---\n',
      '  \n',
    ),
    fc.constantFrom(
      '**',
      '*',
      '`',
      '```\n',
      '~~',
      '| a | b |\n| :-- | --: |\n| c | d |\n',
      '\\',
      '<br>',
      '&',
    ),
    fc.constantFrom(
      '[a](/b "c")',
      '[a](#b)',
      'www.example.org',
      'https://例え.jp/ä?q=[1]',
      'a@example.org',
    ),
    fc.webUrl().map((address) => `[x](${address})`),
    fc.string({ unit: 'binary' }),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const html = toHtml(parts.join(''))
      return isHarmlessHtml(html)
    }),
    { numRuns: 3_000, seed: SEED },
  )
})
