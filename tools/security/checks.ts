import type { Mutant } from '../mutants/run-mutants.ts'

/** An attack that has to fail; a test proves it with `proves('security 7')`. */
export type Check = { readonly number: number; readonly standard: string; readonly text: string }
export type Chapter = { readonly title: string; readonly checks: readonly Check[] }

/** A mutant that removes the protection of a check; the test that proves the check has to kill it. */
export type SecurityMutant = Mutant & { readonly check: number }

const check = (number: number, standard: string, text: string): Check => ({
  number,
  standard,
  text,
})

/** The checks of the site, by what they protect; requirements are those of OWASP ASVS 5.0.0. */
const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Input and output',
    checks: [
      check(1, '1.2.1, 3.2.2', 'Markup in any text stays text in pages, PDFs, mails and tables'),
      check(
        2,
        '1.2.4',
        'No value becomes SQL; what lists are sorted and filtered by is a fixed list',
      ),
      check(3, '1.2.2', 'Links that people give are http or https; others are refused by field'),
      check(4, '1.3.1', 'Texts of the programme become harmless HTML on the server'),
      check(5, '1.3.4', 'SVG is refused where pictures are taken'),
      check(
        6,
        '1.3.6, 15.3.2',
        'No address in a text is fetched; a webhook reaches the public internet alone',
      ),
      check(7, '1.3.11', 'A line break in an address or a name adds nothing to a mail'),
      check(8, '1.5.1', 'No XML is read: a message with a DOCTYPE is refused unread'),
      check(9, '1.4.2', 'Marks, amounts and pages that are no such numbers are refused by field'),
      check(10, '2.2.2', 'What the browser checks, the server checks again'),
    ],
  },
  {
    title: 'Rules of the business',
    checks: [
      check(11, '2.3.1', 'No step can be taken before the one that has to come first'),
      check(12, '2.3.3', 'A change of several rows happens as a whole or not at all'),
      check(13, '2.3.4', 'Of fifty at once on one entry, one wins'),
      check(14, '2.4.1', 'Attempts are counted; who makes too many is told how long to wait'),
      check(15, '1.2.10', 'Cells of a table that look like formulas are text'),
    ],
  },
  {
    title: 'Browser',
    checks: [
      check(16, '3.4.3', 'The policy allows scripts of this site alone, no objects, no other base'),
      check(17, '3.4.3', 'Trusted Types are enforced, and no page breaks them'),
      check(18, '3.4.1', 'With TLS browsers are told to stay with it for a year, subdomains too'),
      check(19, '3.4.4', 'No browser guesses the type of an answer'),
      check(20, '3.4.5', 'Other sites learn the origin of a visitor, no path'),
      check(21, '3.4.6', 'No other page can frame the site'),
      check(22, '3.4.8', 'A window that another site opens has no hold on this one'),
      check(23, '3.4.7', 'Browsers report breaches of the policy, and the reports are kept'),
      check(24, '3.4.2', 'Other origins read only what is public to all, never with credentials'),
      check(25, '3.5.2', 'A form of another site cannot make a call'),
      check(26, '3.5.3', 'Reading changes nothing'),
      check(27, '3.2.1', 'What was uploaded cannot run as a page of this site'),
      check(
        28,
        '3.6.1',
        'A changed byte of a remote is refused, and the shell goes on; no script runs without its digest',
      ),
      check(29, '3.7.2', 'Redirects and links lead to this site or to fixed hosts'),
    ],
  },
  {
    title: 'Calls and files',
    checks: [
      check(30, '4.1.1', 'Every answer says its type and its characters'),
      check(31, '4.2.1', 'Requests with two lengths, or unclear ends, are refused'),
      check(32, '4.3.1, 15.2.2', 'Large and deep bodies are refused with an envelope'),
      check(33, '13.4.4', 'TRACE is not answered'),
      check(34, '15.3.3', 'Fields that are not the caller’s to set change nothing'),
      check(35, '15.3.6', 'Keys of the prototype are refused or are nothing but keys'),
      check(36, '15.3.7', 'A parameter that is given twice is not one of the two'),
      check(37, '8.2.3, 15.3.1', 'Each kind of caller gets the fields that are theirs to see'),
      check(38, '5.2.1, 5.2.2', 'Files are within their size and are what their name says'),
      check(39, '5.2.6', 'A picture of too many pixels is refused before it is opened'),
      check(40, '5.2.3, 5.3.3', 'Archives are refused, and none is unpacked beyond its bounds'),
      check(
        41,
        '5.3.2, 5.4.2',
        'Files are stored under names of our own, and offered by safe ones',
      ),
      check(42, '5.2.4', 'Nobody takes more than their share of the disk'),
      check(43, '14.2.8', 'Place and camera do not leave with a picture'),
    ],
  },
  {
    title: 'Accounts and sessions',
    checks: [
      check(44, '6.2.1–6.2.12', 'Passwords may be long and of anything; known and short ones not'),
      check(45, '11.4.2', 'Passwords are kept as argon2id of at least 19 MiB and two passes'),
      check(46, '6.3.1', 'Guessing is slowed down, and nothing tells whether an account exists'),
      check(47, '6.5.1–6.5.5', 'Codes are random, hashed, brief, for one use and one purpose'),
      check(48, '6.3.2', 'Production has no accounts that it came with'),
      check(49, '7.2.3', 'Tokens are random, mean nothing, and are stored as digests'),
      check(50, '7.2.4', 'Each sign-in has a token of its own'),
      check(51, '7.3.1, 7.3.2', 'Sessions end when they are idle, and after a time in any case'),
      check(
        52,
        '7.4.1–7.4.3',
        'Signing out, a new password and a closed account end sessions at once',
      ),
      check(53, '7.5.2', 'People see where they are signed in, and can end it'),
      check(
        54,
        '14.2.1, 14.3.1',
        'No token is in an address or a log; signing out clears every tab',
      ),
    ],
  },
  {
    title: 'Rights',
    checks: [
      check(55, '8.2.1', 'Every call answers each kind of caller as the matrix says'),
      check(56, '8.2.2', 'Nobody reaches an object of somebody else'),
      check(57, '8.2.2', 'What is not yours is told like what does not exist'),
      check(58, '8.3.2', 'A changed right acts on the next call'),
      check(
        59,
        '8.2.3',
        'What is hidden, unpaid, unpublished or somebody’s vote is in no list or count',
      ),
    ],
  },
  {
    title: 'Operation',
    checks: [
      check(60, '13.4.1–13.4.6', 'Visitors find no sources, versions, debugging or figures'),
      check(
        61,
        '15.1.2, 15.2.1',
        'Every package is known, locked, licensed and without known holes',
      ),
      check(
        62,
        '16.1–16.5',
        'What matters is on a record that cannot be rewritten, without secrets',
      ),
    ],
  },
  {
    title: 'Sign-in by way of an organisation',
    checks: [
      check(
        63,
        '6.8.1–6.8.4, 10.1.2, 10.2.1–10.2.2, 10.5.1–10.5.4',
        'A provider signs in whom it may, in the browser that has asked, once',
      ),
    ],
  },
]

/** The checks in their order. */
export const CHECKS: readonly Check[] = CHAPTERS.flatMap(({ checks }) => checks)
