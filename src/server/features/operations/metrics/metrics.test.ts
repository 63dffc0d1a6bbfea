import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueOnNode } from '#server/jobs/enqueue.ts'
import { defineLocalJob, noPayload } from '#server/jobs/job.ts'
import { type LiveTestApp, startLiveApp } from '#server/testing/test-live-app.ts'

const TOKEN = 'a-token-for-the-operator'

let server: LiveTestApp
beforeAll(async () => {
  server = await startLiveApp({ env: { METRICS_TOKEN: TOKEN } })
})
afterAll(() => server.close())

const readMetrics = async (headers: Record<string, string> = {}) => server.client().get('/metrics', headers)
const text = async () => String((await readMetrics()).body)
const valueOf = (page: string, series: string) =>
  Number(new RegExp(`^${series.replaceAll(/[{}]/g, '\\$&')} (\\S+)$`, 'm').exec(page)?.[1] ?? NaN)

test('a request from this machine gets the metrics of process, requests and sockets', async () => {
  const socket = await server.client().openSocket()
  await server.client().get('/api/posts/feed?limit=3')
  const { status, headers, body } = await readMetrics()
  expect([status, headers.get('content-type')]).toEqual([
    200,
    expect.stringMatching(/^text\/plain; version=0/),
  ])
  const page = String(body)
  expect(page).toMatch(
    /^http_request_duration_seconds_count\{method="GET",route="\/api\/posts\/feed",status="\d+"\} 1$/m,
  )
  expect(valueOf(page, 'sockets_open')).toBe(1)
  // The first request begins to observe the process.
  await expect.poll(async () => valueOf(await text(), 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  socket.close()
})

test('a request from another machine or through a proxy needs the token', async () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.5' }
  expect((await readMetrics(forwarded)).status).toBe(404)
  expect((await readMetrics({ ...forwarded, authorization: 'Bearer a-token-for-somebody' })).status).toBe(404)
  expect((await readMetrics({ ...forwarded, authorization: `Bearer ${TOKEN}` })).status).toBe(200)
})

test('a stream’s metrics exist until its end', async () => {
  const { engine } = server.app.context
  const { peers } = server
  await peers.publish('check:a-test', 'connection test')
  await peers.publish('a-stream', 'publisher')
  await peers.watch('a-stream', 'viewer')
  await expect
    .poll(async () => valueOf(await text(), 'live_sent_packets_total{stream="a-stream"}'))
    .toBeGreaterThan(30)
  const page = await text()
  expect(valueOf(page, 'live_viewers{stream="a-stream"}')).toBe(1)
  expect(valueOf(page, 'live_received_bytes_total{stream="a-stream"}')).toBeGreaterThan(1000)
  expect(valueOf(page, 'live_lost_packets_total{stream="a-stream"}')).toBe(0)
  expect(valueOf(page, 'live_engine_up')).toBe(1)
  expect(valueOf(page, 'live_engine_cpu_seconds_total{process="0"}')).toBeGreaterThan(0)
  expect(valueOf(page, 'live_engine_restarts_total{process="0"}')).toBe(0)
  await expect
    .poll(async () => valueOf(await text(), 'live_received_bits_per_second{stream="a-stream"}'))
    .toBeGreaterThan(1000)
  expect(page).not.toContain('a-test')
  engine.endStream('check:a-test')
  engine.endStream('a-stream')
  await expect.poll(text).not.toContain('a-stream')
})

test('jobs are counted by kind and state, and the node is named', async () => {
  const { db, nodeId } = server.app.context
  const waiting = defineLocalJob({ name: 'test.wait', payload: noPayload, attempts: 1, backoffSeconds: [1] })
  await enqueueOnNode(db, 'another node', waiting, {})
  const page = await text()
  expect(valueOf(page, 'jobs{job="test.wait",state="waiting"}')).toBe(1)
  expect(valueOf(page, 'jobs{job="test.wait",state="failed"}')).toBe(0)
  expect(valueOf(page, 'jobs_oldest_seconds{job="test.wait"}')).toBeGreaterThanOrEqual(0)
  expect(page).toContain(`node_info{node="${nodeId}"} 1`)
  expect((await server.client().get('/readyz')).body).toEqual({ status: 'ok', node: nodeId })
})
