import { loadavg } from 'node:os'
import { report, type Row } from './chat/report.ts'
import { measureForwarding } from './live/forwarding.ts'
import { measureLatency } from './live/latency.ts'
import { openSite } from './live/site.ts'

/**
 * Measures what live costs and how soon viewers see it: hundreds of synthetic viewers against Node's crypto and a bare
 * socket, then a browser's studio and viewers against two peers of one page. Runs on an app of its own, which it
 * removes. Takes about three minutes and needs an idle machine.
 */
const site = await openSite()
const stop = () => void site.close().finally(() => process.exit(1))
process.once('SIGINT', stop)
const rows: Row[] = []
try {
  for await (const some of measureForwarding(site)) rows.push(...some)
  for await (const some of measureLatency(site)) rows.push(...some)
} catch (error) {
  // The rows that were measured before the failure are still valid.
  console.error(`It broke off: ${String(error)}\n${site.complaints()}`)
  process.exitCode = 1
} finally {
  process.off('SIGINT', stop)
  await site.close()
}
report(rows)
const [minute = 0, five = 0] = loadavg()
console.log(`\nWho wanted a core, in the last minute and five: ${minute.toFixed(1)}, ${five.toFixed(1)}`)
