import type { StoredMail } from './mail-store.ts'

const escape = (text: string) =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

const moment = (time: string) =>
  `<time datetime="${time}">${time.slice(0, 10)} ${time.slice(11, 16)} UTC</time>`

const frame = (title: string, body: string, refresh = false) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh ? '<meta http-equiv="refresh" content="5">' : ''}
<title>${escape(title)}</title>
<link rel="stylesheet" href="/mailbox/mailbox.css">
</head>
<body>
<header><p class="over">Simulated mailbox</p><nav><a href="/mailbox">Mailbox</a><a href="/wallet">Wallet</a><a href="/card">Cards</a><a href="/vies">VIES</a></nav></header>
<main>${body}</main>
<footer>Nothing is delivered here. This page exists in the demo alone.</footer>
</body>
</html>`

const row = (mail: StoredMail) => `<li><a href="/mailbox/${mail.id}">
<span class="to">${escape(mail.to.join(', '))}</span>
<span class="subject">${escape(mail.subject)}</span>
${mail.code ? `<span class="code">${mail.code}</span>` : ''}
${moment(mail.received_at)}</a></li>`

/** All mails, newest first; the page looks for new ones by itself, without a script. */
export function mailboxPage(mails: readonly StoredMail[], to: string | undefined): string {
  const search = `<form role="search" action="/mailbox"><label for="to">Mail to</label><input id="to" name="to" type="email" value="${escape(to ?? '')}" placeholder="name@example.org"><button>Show</button></form>`
  const list =
    mails.length > 0
      ? `<ul class="mails">${mails.map(row).join('')}</ul>`
      : '<p class="empty">No mail yet. Ask for a code on the sign-in page and it appears here within a second.</p>'
  return frame('Mailbox simulator', `<h1>Mail</h1>${search}${list}`, !to)
}

/** One mail: its code large, its text, and the mail as a mail program shows it. */
export function mailPage(mail: StoredMail): string {
  return frame(
    mail.subject,
    `<p class="back"><a href="/mailbox">All mail</a></p>
<h1>${escape(mail.subject)}</h1>
<p class="meta">To ${escape(mail.to.join(', '))} from ${escape(mail.from)}, ${moment(mail.received_at)}</p>
${mail.code ? `<p class="big-code">${mail.code}</p>` : ''}
${mail.html ? `<iframe title="The mail as it is shown" sandbox src="/mailbox/${mail.id}/html"></iframe>` : ''}
<details${mail.html ? '' : ' open'}><summary>Plain text</summary><pre>${escape(mail.text)}</pre></details>`,
  )
}
