// Loaded before a server under development: tells the process that watches it every file of ours that it
// evaluates, so that an edit of one of them, and of no other, starts it anew.
import { registerHooks } from 'node:module'

registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:') && !url.includes('/node_modules/')) process.send?.({ loads: url })
    return next(url, context)
  },
})
