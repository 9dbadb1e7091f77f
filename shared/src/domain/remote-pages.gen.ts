/* Generated from remote.json of each remote by the build, or `npm run awards -- pages`; not edited by hand. */

/** Pages of mf-public. */
export const PUBLIC_PAGES = {
  home: {path: "/home",title: "Home"},
  winners: {path: "/winners",title: "Winners",query: ["award","edition","category","section","country","keyword","year","current"]},
  winner: {path: "/winners/:apply_order_id",title: "Winner"},
  jury: {path: "/jury",title: "Jury",query: ["category","current"]},
  juror: {path: "/jury/:juror",title: "Juror"},
  categories: {path: "/categories",title: "Categories"},
  awardLevels: {path: "/awards",title: "Award levels"},
  calendar: {path: "/calendar",title: "Calendar"},
  fees: {path: "/fees",title: "Fees",query: ["period","section","works","further","package","country","buyer"]},
  regulations: {path: "/regulations",title: "Regulations",query: ["version"]},
  media: {path: "/media",title: "In the media",query: ["current"]},
  news: {path: "/news",title: "News",query: ["type","current"]},
  article: {path: "/news/:slug",title: "News"},
  faq: {path: "/faq",title: "Questions and answers",query: ["q"]},
  privacy: {path: "/privacy",title: "Privacy"},
  terms: {path: "/terms",title: "Terms of entry"},
  legal: {path: "/legal",title: "Legal notice"},
  cookies: {path: "/cookies",title: "Cookies"},
  accessibility: {path: "/accessibility",title: "Accessibility statement"},
  withdrawal: {path: "/withdrawal",title: "Right of withdrawal"},
  contact: {path: "/contact",title: "Contact"},
  about: {path: "/about",title: "About"},
  siteMap: {path: "/sitemap",title: "Site map"},
  certificates: {path: "/verify",title: "Verify a certificate",query: ["number"]},
  verify: {path: "/verify/:number",title: "Certificate verification",query: ["number"]},
} as const

/** Pages of mf-entrant. */
export const ENTRANT_PAGES = {
  account: {path: "/account",title: "Account",wrappers: ["auth","juryauth"]},
  steps: {path: "/steps",title: "Steps",wrappers: ["auth"]},
  preview: {path: "/preview",title: "Preview",wrappers: ["auth"]},
  submit: {path: "/submit",title: "Submit",wrappers: ["auth","juryauth"]},
  scoreSheet: {path: "/score-sheet",title: "Score sheet",wrappers: ["auth","juryauth"]},
  awardSteps: {path: "/awards/steps",title: "Awards",wrappers: ["auth","juryauth"]},
  studioInvitation: {path: "/studio-invitation",title: "Invitation to a studio"},
} as const

/** Pages of mf-payment. */
export const PAYMENT_PAGES = {
  payResult: {path: "/pay-result",title: "PayResult",wrappers: ["auth","juryauth"]},
  payments: {path: "/payments",title: "Payments",wrappers: ["onlyJury"],frame: "desk",hasViews: true},
} as const

/** Pages of mf-jury. */
export const JURY_PAGES = {
  juryReview: {path: "/juryreview",title: "JuryReview",wrappers: ["onlyJury"],frame: "desk",hasViews: true},
  juryReviewDetails: {path: "/juryreviewdetails",title: "JuryawardsDetail",wrappers: ["onlyJury"],frame: "desk",hasViews: true},
  subJuryReview: {path: "/subjuryreview",title: "SubJury",wrappers: ["subJury"],frame: "desk"},
  levelJuryReview: {path: "/levelJuryreview",title: "LevsubJury",wrappers: ["levsubJury"],frame: "desk"},
  juryInvitation: {path: "/jury-invitation",title: "Invitation to the jury"},
  subJuryReviewDetails: {path: "/subjuryreviewdetails",title: "Subjuryreviewdetails",wrappers: ["reviewer"],frame: "desk"},
} as const
