/** Metrics of the app and its live engine, from `/metrics`. The lags cover the time since the previous call. */
export type AppMetrics = {
  /** Seconds of a monotonic clock. */
  at: number
  /** CPU seconds. */
  app: number
  engine: number
  viewers: number
  /** Bytes. */
  engineMemory: number
  engineRestarts: number
  packetsIn: number
  packetsOut: number
  /** Delay of the app's event loop in ms, including the 10 ms of the measuring timer. */
  lag: { p50: number; p99: number }
}

export async function readAppMetrics(url: string): Promise<AppMetrics> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) => sumMetric(text, name)
  const lag = (name: string) => 1000 * value(`nodejs_eventloop_lag_${name}_seconds`)
  return {
    at: performance.now() / 1000,
    app: value('process_cpu_seconds_total'),
    engine: value('live_engine_cpu_seconds_total'),
    viewers: value('live_viewers'),
    engineMemory: value('live_engine_memory_bytes'),
    engineRestarts: value('live_engine_restarts_total'),
    packetsIn: value('live_received_packets_total'),
    packetsOut: value('live_sent_packets_total'),
    lag: { p50: lag('p50'), p99: lag('p99') },
  }
}

/** Sums a metric over all of its labels. */
function sumMetric(text: string, name: string): number {
  const values = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0)
}
