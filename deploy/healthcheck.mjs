// Health check of a container: node deploy/healthcheck.mjs <URL>. Exits with 0 if the address answers with 2xx within
// two seconds, otherwise with 1. A file, since some engines split an argument with spaces.
const [url = ''] = process.argv.slice(2)
const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch((error) => {
  console.error(`${url}: ${error.cause?.message ?? error.message}`)
})
if (response && !response.ok) console.error(`${url}: ${response.status}`)
process.exitCode = response?.ok ? 0 : 1
