import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

test('requesters take turns, and one job runs at a time', async () => {
  const queue = createFairQueue()
  const ran: string[] = []
  let running = 0
  const enqueue = (requester: string, job: string) =>
    queue(requester, async () => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      ran.push(job)
      running -= 1
    })
  await Promise.all([
    enqueue('a', 'a1'),
    enqueue('a', 'a2'),
    enqueue('a', 'a3'),
    enqueue('b', 'b1'),
    enqueue('c', 'c1'),
    enqueue('b', 'b2'),
  ])
  expect(ran).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])

  await enqueue('a', 'a4')
  expect(ran.at(-1)).toBe('a4')
})

test('a failing job rejects only its own promise', async () => {
  const queue = createFairQueue()
  const failed = queue('a', () => Promise.reject(new Error('broken')))
  const next = queue('a', () => Promise.resolve('fine'))

  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

test('several requesters run concurrently up to the limit, each with one job at a time', async () => {
  const queue = createFairQueue(2)
  const [running, observed] = [new Set<string>(), new Set<string>()]
  const enqueue = (requester: string, job: string) =>
    queue(requester, async () => {
      running.add(job)
      observed.add([...running].join(' '))
      await new Promise(setImmediate)
      running.delete(job)
    })
  await Promise.all([enqueue('a', 'a1'), enqueue('a', 'a2'), enqueue('b', 'b1'), enqueue('c', 'c1')])

  expect([...observed]).toEqual(['a1', 'a1 b1', 'b1 c1', 'c1 a2'])
})

test('a newcomer precedes the waiting jobs of requesters that are running', async () => {
  const queue = createFairQueue(2)
  const started: string[] = []
  const enqueue = (requester: string, job: string) =>
    queue(requester, async () => {
      started.push(job)
      await new Promise(setImmediate)
    })
  await Promise.all([
    ...['a1', 'a2', 'a3'].map((job) => enqueue('a', job)),
    ...['b1', 'b2', 'b3'].map((job) => enqueue('b', job)),
    enqueue('new', 'new1'),
  ])
  expect(started.indexOf('new1')).toBe(2)
})

test('a requester with two jobs at a time leaves the other slots to others', async () => {
  const queue = createFairQueue(3, 2)
  const running: string[] = []
  const observed: string[] = []
  const enqueue = (requester: string, job: string) =>
    queue(requester, async () => {
      running.push(job)
      observed.push(running.join(' '))
      await new Promise(setImmediate)
      running.splice(running.indexOf(job), 1)
    })
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map((job) => enqueue('a', job)),
    enqueue('b', 'b1'),
    enqueue('c', 'c1'),
  ])
  expect(observed[2]).toBe('a1 a2 b1')
  for (const each of observed)
    expect(each.split(' ').filter((job) => job.startsWith('a'))).not.toHaveLength(3)
  expect(observed.at(-1)).toContain('a4')
})

test('the waiting jobs of a requester are counted without those that run', async () => {
  const queue = createFairQueue(1)
  const jobs = ['a', 'a', 'a', 'b'].map((requester) => queue(requester, () => Promise.resolve()))
  expect(['a', 'b', 'c'].map(queue.countWaiting)).toEqual([2, 1, 0])
  await Promise.all(jobs)
  expect(['a', 'b'].map(queue.countWaiting)).toEqual([0, 0])
})
