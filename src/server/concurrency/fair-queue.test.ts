import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

test('who asks for many jobs lets the others in between, and one runs at a time', async () => {
  const queue = createFairQueue()
  const ran: string[] = []
  let running = 0
  const ask = (asker: string, job: string) =>
    queue(asker, async () => {
      running += 1
      expect(running).toBe(1)
      await Promise.resolve()
      ran.push(job)
      running -= 1
    })
  await Promise.all([
    ask('a', 'a1'),
    ask('a', 'a2'),
    ask('a', 'a3'),
    ask('b', 'b1'),
    ask('c', 'c1'),
    ask('b', 'b2'),
  ])
  expect(ran).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])

  await ask('a', 'a4')
  expect(ran.at(-1)).toBe('a4')
})

test('a job that fails is told to its asker alone', async () => {
  const queue = createFairQueue()
  const failed = queue('a', () => Promise.reject(new Error('broken')))
  const next = queue('a', () => Promise.resolve('fine'))

  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('fine')
})

test('a few run at once where that is asked for, and of one asker one', async () => {
  const queue = createFairQueue(2)
  const [running, seen] = [new Set<string>(), new Set<string>()]
  const ask = (asker: string, job: string) =>
    queue(asker, async () => {
      running.add(job)
      seen.add([...running].join(' '))
      await new Promise(setImmediate)
      running.delete(job)
    })
  await Promise.all([ask('a', 'a1'), ask('a', 'a2'), ask('b', 'b1'), ask('c', 'c1')])

  expect([...seen]).toEqual(['a1', 'a1 b1', 'b1 a2', 'a2 c1'])
})
