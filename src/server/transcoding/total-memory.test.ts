import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { TotalMemory } from './total-memory.ts'

const MEGABYTE = 1024 ** 2

async function startProcess(megabytes: number): Promise<number | undefined> {
  const script = `const bytes = Buffer.alloc(${megabytes * MEGABYTE}, 1); process.stdout.write('ready'); setInterval(() => bytes[0], 1e6)`
  const child = spawn(process.execPath, ['--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return child.pid
}

test.runIf(process.platform === 'linux')(
  'of processes that together use too much memory the largest is ended, and no other until it has ended',
  async () => {
    const pids = await Promise.all([startProcess(100), startProcess(300), startProcess(200)])
    const ends = [vi.fn(), vi.fn(), vi.fn()]
    const memory = new TotalMemory(500 * MEGABYTE)
    const removals = pids.map((pid, index) => memory.add(pid, () => ends[index]?.()))
    onTestFinished(() => removals.forEach((remove) => remove()))
    const calls = () => ends.map(({ mock }) => mock.calls.length)
    await vi.waitFor(() => expect(calls()).toEqual([0, 1, 0]))
    // The rest is within the limit.
    removals[1]?.()
    const small = new TotalMemory(50 * MEGABYTE)
    const end = vi.fn()
    onTestFinished(small.add(pids[0], end))
    await vi.waitFor(() => expect(end).toHaveBeenCalledOnce())
    expect(calls()).toEqual([0, 1, 0])
  },
)
