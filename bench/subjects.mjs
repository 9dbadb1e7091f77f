/**
 * What can be measured, in the order in which everything is: the bars of each, what it tells, and what a number on
 * the command line stands for, if it takes one.
 */
export const SUBJECTS = {
  web: {
    bars: ['P1'],
    number: 'rounds',
    about: 'public pages against the same pages without a script (Lighthouse)',
  },
  'signed-in': {
    bars: ['P1'],
    number: 'rounds',
    about: 'signed-in pages on a slow telephone against the same view as one document',
  },
  bytes: { bars: ['P3'], about: 'scripts until something is seen, and packages that come twice' },
  jury: {
    bars: ['P5'],
    number: 'entries',
    about: "the chair's table of 100,000 entries against antd's virtual table",
  },
  queue: {
    bars: ['P5'],
    number: 'entries',
    about: "the organisers' queue of 100,000 entries against the chair's table",
  },
  board: {
    bars: ['P5'],
    number: 'entries',
    about: "the chair's board, table and trial of a publication over 2,000 entries of a category",
  },
  api: {
    bars: ['P6'],
    number: 'rounds',
    about:
      'processor time of reads against nginx and Fastify with one query, at the API and at the edge',
  },
  season: {
    bars: ['P15'],
    number: 'entries',
    about: 'every read of each role in a season of 30,000 entries, beside the demo programme alone',
  },
  zip: { bars: ['P7', 'P8'], about: 'an archive of sheets against the same bytes as one file' },
  abuse: {
    bars: ['P7'],
    about: 'what others wait for while one account asks for all it can, as fast as it can',
  },
  upload: { bars: ['P9'], about: 'an upload against the same bytes piped into a file' },
  rush: {
    bars: ['P10'],
    number: 'rounds',
    about: 'entrants who draft, upload and submit at full speed',
  },
  start: {
    bars: ['P11'],
    number: 'minutes',
    about: 'how soon the site is ready, and what memory it holds',
  },
  soak: {
    bars: ['P11'],
    number: 'minutes',
    about: 'whether memory grows while the site is read from for half an hour',
  },
  dev: { bars: ['P12'], about: 'building one remote, and how soon a deployment is seen' },
  'dev-site': {
    bars: ['P12'],
    about: 'how soon npm run dev is there, and how soon an edit is seen',
  },
}
