import { overBudget, type Budget } from './script-budget.ts'

const budget: Budget = {
  routes: { '/submit': 212, '/faq': 200 },
  modules: {
    'react-dom/cjs/react-dom-client.production.js': 55_000,
    'shell/src/app/site.tsx': 2_000,
  },
}
const react = { 'react-dom/cjs/react-dom-client.production.js': 55_100 }
const faq = { bytes: 199 * 1_024, modules: react }

test('routes within their budget are not named', () => {
  const submit = { bytes: 212 * 1_024, modules: react }
  expect(overBudget(budget, { '/submit': submit, '/faq': faq })).toEqual([])
})

test('20 KB more on one route name the route, its growth and the module', () => {
  const modules = { ...react, 'mf-entrant/src/submit/planted.ts': 20 * 1_024 }
  const submit = { bytes: 231 * 1_024, modules }
  expect(overBudget(budget, { '/submit': submit, '/faq': faq })).toEqual([
    expect.stringMatching(
      /^\/submit: 231\.0 KB of scripts, 19\.0 KB over its 212 KB\. \+20\.0 KB mf-entrant\/src\/submit\/planted\.ts, /,
    ),
  ])
})

test('a route without a budget is named', () => {
  expect(overBudget(budget, { '/new': faq })).toEqual(['/new has no budget: run it with --write.'])
})
