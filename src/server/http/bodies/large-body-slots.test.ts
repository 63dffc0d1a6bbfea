import { type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LargeBodySlots } from './large-body-slots.ts'

const LARGEST = 24 * 1024 ** 2

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A request whose body is arriving. */
function arriving() {
  const raw = { complete: false, socket: { bytesRead: 500 } }
  // Boundary: the slots read only these fields of a request.
  return { raw } as unknown as FastifyRequest & { raw: { complete: boolean; socket: { bytesRead: number } } }
}

function fill(slots: LargeBodySlots, count: number, bytes: number) {
  return Array.from({ length: count }, (_, index) => {
    const request = arriving()
    return { request, signal: slots.acquire(request, `caller ${index}`, bytes) }
  })
}

test('a body that arrives slowly gives way to another one, and a fast or new one does not', () => {
  const slots = new LargeBodySlots()
  const [slow, fast, other] = fill(slots, 3, LARGEST)
  expect(slots.acquire(arriving(), 'newcomer', LARGEST)).toBeNull()
  vi.advanceTimersByTime(10_000)
  for (const each of [fast, other]) if (each) each.request.raw.socket.bytesRead += 10 * 64 * 1024
  if (slow) slow.request.raw.socket.bytesRead += 10 * 64 * 1024 - 1
  expect(slots.acquire(arriving(), 'newcomer', LARGEST)).not.toBeNull()
  expect([slow, fast, other].map((each) => each?.signal?.aborted)).toEqual([true, false, false])
  expect(slots.acquire(arriving(), 'another newcomer', LARGEST)).toBeNull()
})

test('a body that has arrived keeps its slot', () => {
  const slots = new LargeBodySlots()
  for (const { request } of fill(slots, 3, LARGEST)) request.raw.complete = true
  vi.advanceTimersByTime(60_000)
  expect(slots.acquire(arriving(), 'newcomer', LARGEST)).toBeNull()
})

test('bodies of up to a megabyte are accepted beside the largest ones', () => {
  const slots = new LargeBodySlots()
  fill(slots, 3, LARGEST)
  expect(slots.acquire(arriving(), 'newcomer', LARGEST)).toBeNull()
  expect(slots.acquire(arriving(), 'newcomer', 300_000)).not.toBeNull()
})
