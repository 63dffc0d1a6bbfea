import { expect, test, vi } from 'vitest'
import { runLanes } from './run-lanes.mjs'
import type { Step } from './steps.mjs'

/** Runs the steps, each until the test ends it. */
function start(steps: Omit<Step, 'commands'>[]) {
  const running = new Map<string, (ok: boolean) => void>()
  const ended = runLanes(
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

test('lanes run beside each other, and the steps of a lane one after the other', async () => {
  const { runs, end, ended } = start([
    { name: 'install' },
    { name: 'lint', lane: 'checks' },
    { name: 'types', lane: 'checks' },
    { name: 'unit', lane: 'tests' },
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

test('a step waits for those of another lane that it names', async () => {
  const { runs, end, ended } = start([
    { name: 'lint', lane: 'checks' },
    { name: 'keys', lane: 'checks' },
    { name: 'build', lane: 'tests', after: ['keys'] },
  ])
  await runs('lint')
  end('lint')
  await runs('keys')
  end('keys')
  await runs('build')
  end('build')
  expect((await ended).map(({ name }) => name)).toEqual(['lint', 'keys', 'build'])
})

test('a step does not run where one that it needs has failed, and says which', async () => {
  const { runs, end, ended } = start([
    { name: 'build', lane: 'checks' },
    { name: 'browser', lane: 'tests', needs: ['build'] },
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

test('nothing runs where what all need has failed', async () => {
  const { runs, end, ended } = start([{ name: 'install' }, { name: 'lint', lane: 'checks' }])
  await runs('install')
  end('install', false)
  expect((await ended).map(({ name }) => name)).toEqual(['install'])
})
