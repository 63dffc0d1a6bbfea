import { loadavg } from 'node:os'
import { measureForwarding } from './live/forwarding.ts'
import { measureLatency } from './live/latency.ts'
import { openSite } from './live/site.ts'
import { report, type Row } from './process/report.ts'

/**
 * Measures the cost and the latency of live: hundreds of synthetic viewers against Node's crypto and a bare socket, then a
 * browser's studio and viewers against two peers of one page. Runs on a temporary app. Takes about three minutes and
 * needs an idle machine.
 */
const site = await openSite()
const stop = () => void site.close().finally(() => process.exit(1))
process.once('SIGINT', stop)
const rows: Row[] = []
try {
  for await (const batch of measureForwarding(site)) rows.push(...batch)
  for await (const batch of measureLatency(site)) rows.push(...batch)
} catch (error) {
  // The rows that were measured before the failure are still valid.
  console.error(`The benchmark failed: ${String(error)}\n${site.logTail()}`)
  process.exitCode = 1
} finally {
  process.off('SIGINT', stop)
  await site.close()
}
report(rows)
const [minute = 0, five = 0] = loadavg()
console.log(`\nLoad average of the last minute and five minutes: ${minute.toFixed(1)}, ${five.toFixed(1)}`)
