import { plainText } from './rich-text.tsx'

test.each([
  ['<p>One &amp; <strong>two</strong></p><p>three</p>', 'One & two three'],
  ['<p>&lt;b&gt; is &quot;bold&quot;, isn&#39;t it</p>', `<b> is "bold", isn't it`],
  ['<p>&amp;lt;</p>', '&lt;'],
  ['', ''],
])('%p reads %p', (html, text) => {
  expect(plainText(html)).toBe(text)
})
