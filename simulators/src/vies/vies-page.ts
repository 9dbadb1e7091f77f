import { escapeHtml } from '../http.ts'

/** How the simulator answers, by the last two digits of a number. Shown on its page and in the docs. */
export const VIES_RULES = [
  { ending: '98', answer: 'invalid', says: 'The number is not registered' },
  { ending: '97', answer: 'MS_UNAVAILABLE', says: 'The register of the country is away' },
  {
    ending: '96',
    answer: 'GLOBAL_MAX_CONCURRENT_REQ',
    says: 'The Commission has too much to do',
  },
  { ending: '95', answer: 'slow', says: 'The answer comes after ten seconds: too late' },
  { ending: '94', answer: 'silent', says: 'Registered; the country keeps name and address back' },
] as const

export type ViesAnswerKind = (typeof VIES_RULES)[number]['answer'] | 'valid'

/** The answer that a number stands for; one that no rule names is registered. */
export function kindOf(vatNumber: string): ViesAnswerKind {
  const ending = vatNumber.replaceAll(/\D/g, '').slice(-2)
  return VIES_RULES.find((rule) => rule.ending === ending)?.answer ?? 'valid'
}

/** A number that somebody has asked for. */
export type ViesQuestion = { number: string; answer: string; at: Date }

/** Long names of errors break behind their underscores. */
const breakable = (answer: string) => answer.replaceAll('_', '_<wbr>')

const rule = ({ ending, answer, says }: (typeof VIES_RULES)[number]) =>
  `<tr><td>…${ending}</td><td>${breakable(answer)}</td><td>${says}</td></tr>`

const question = ({ number, answer, at }: ViesQuestion) =>
  `<tr><td>${escapeHtml(number)}</td><td>${breakable(answer)}</td><td><time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)} UTC</time></td></tr>`

/** Which number is answered how, and what was asked lately. */
export const viesPage = (questions: readonly ViesQuestion[]) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>VIES simulator</title>
<link rel="stylesheet" href="/mailbox/mailbox.css">
<link rel="stylesheet" href="/vies/vies.css">
</head>
<body>
<header><p class="over">Simulated register of VAT numbers</p><nav><a href="/mailbox">Mailbox</a><a href="/wallet">Wallet</a><a href="/card">Cards</a><a href="/vies">VIES</a></nav></header>
<main>
<h1>VIES</h1>
<p>Any VAT number that is written as numbers of its country are is registered here, unless its last two digits say otherwise.</p>
<table><thead><tr><th scope="col">Ends in</th><th scope="col">Answer</th><th scope="col">Meaning</th></tr></thead><tbody>
${VIES_RULES.map(rule).join('\n')}
</tbody></table>
<h2>Asked lately</h2>
${
  questions.length > 0
    ? `<table><thead><tr><th scope="col">Number</th><th scope="col">Answer</th><th scope="col">At</th></tr></thead><tbody>${questions.map(question).join('\n')}</tbody></table>`
    : '<p class="empty">Nothing yet. Give a company of another country of the Union on the fee page, with its VAT number.</p>'
}
</main>
<footer>Nobody is asked outside this machine. This page exists in the demo alone.</footer>
</body>
</html>`
