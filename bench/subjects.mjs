/** What can be measured, in the order in which everything is: the bars of each, and what it tells. */
export const SUBJECTS = {
  web: { bars: ['P1'], about: 'public pages against the same pages without a script (Lighthouse)' },
  loader: { bars: ['P2'], about: 'the federated site against one bundle of the same sources' },
  bytes: { bars: ['P3'], about: 'scripts until something is seen, and packages that come twice' },
  interactions: { bars: ['P4'], about: 'how long a page takes to answer a key or a click' },
  jury: {
    bars: ['P5'],
    about: "the chair's table of 100,000 entries against antd's virtual table",
  },
  api: {
    bars: ['P6'],
    about: 'processor time of public reads against nginx and Fastify with one query',
  },
  calls: { bars: ['P6'], about: 'processor time of two reads against Fastify with one query' },
  isolation: {
    bars: ['P7'],
    about: 'what others wait while an export, an archive and logins go on',
  },
  zip: { bars: ['P8'], about: 'an archive of sheets against the same bytes as one file' },
  upload: { bars: ['P9'], about: 'an upload against the same bytes piped into a file' },
  pictures: { bars: ['P9'], about: 'the sizes of a photograph against vipsthumbnail' },
  rush: {
    bars: ['P10'],
    about: 'entrants who hand in at full speed against Fastify with one query a call',
  },
  start: { bars: ['P11'], about: 'how soon the site is ready, and what memory it holds' },
  soak: {
    bars: ['P11'],
    about: 'whether memory grows while the site is read from for half an hour',
  },
  dev: { bars: ['P12'], about: 'building one remote, and how soon a deployment is seen' },
  caching: { bars: ['P13'], about: 'what a visitor loads who comes again' },
}
