// What the site uses of RTK Query; the host provides this module under '@reduxjs/toolkit/query/react'.
export {
  buildCreateApi,
  coreModule,
  reactHooksModule,
  setupListeners,
} from '@reduxjs/toolkit/query/react'
