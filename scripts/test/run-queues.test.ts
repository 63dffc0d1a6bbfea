import { expect, test, vi } from 'vitest'
import { runQueues } from './run-queues.mjs'
import type { Step } from './steps.mjs'

/** Runs fake steps; each runs until the test ends it. */
function start(steps: Omit<Step, 'commands'>[]) {
  const running = new Map<string, (ok: boolean) => void>()
  const ended = runQueues(
    steps.map((step) => ({ ...step, commands: [] })),
    {
      run: ({ name }) =>
        new Promise((resolve) =>
          running.set(name, (ok) => {
            running.delete(name)
            resolve({ name, ok, seconds: 1, output: '' })
          }),
        ),
    },
  )
  return {
    ended,
    runs: (...names: string[]) => vi.waitFor(() => expect([...running.keys()]).toEqual(names)),
    end: (name: string, ok = true) => running.get(name)?.(ok),
  }
}

test('queues run in parallel, and the steps of a queue one after another', async () => {
  const { runs, end, ended } = start([
    { name: 'install' },
    { name: 'lint', queue: 'checks' },
    { name: 'types', queue: 'checks' },
    { name: 'unit', queue: 'tests' },
  ])
  await runs('install')
  end('install')
  await runs('lint', 'unit')
  end('lint', false)
  await runs('unit', 'types')
  for (const name of ['unit', 'types']) end(name)
  expect((await ended).map(({ name, ok }) => [name, ok])).toEqual([
    ['install', true],
    ['lint', false],
    ['types', true],
    ['unit', true],
  ])
})

test('a step waits for the steps of another queue in its `needs`', async () => {
  const { runs, end, ended } = start([
    { name: 'lint', queue: 'checks' },
    { name: 'keys', queue: 'checks' },
    { name: 'build', queue: 'tests', needs: ['keys'] },
  ])
  await runs('lint')
  end('lint')
  await runs('keys')
  end('keys')
  await runs('build')
  end('build')
  expect((await ended).map(({ name }) => name)).toEqual(['lint', 'keys', 'build'])
})

test('a step does not run when one that it needs has failed, and its output names that step', async () => {
  const { runs, end, ended } = start([
    { name: 'build', queue: 'checks' },
    { name: 'browser', queue: 'tests', needs: ['build'] },
  ])
  await runs('build')
  end('build', false)
  expect(await ended).toContainEqual({
    name: 'browser',
    ok: false,
    seconds: 0,
    output: 'not run: build failed\n',
  })
})

test('no queue runs when a step without a queue has failed', async () => {
  const { runs, end, ended } = start([{ name: 'install' }, { name: 'lint', queue: 'checks' }])
  await runs('install')
  end('install', false)
  expect((await ended).map(({ name }) => name)).toEqual(['install'])
})
