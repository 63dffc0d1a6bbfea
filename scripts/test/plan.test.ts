import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planRun } from './plan.mjs'
import { withPlanted } from '../checks/planted-violation.ts'
import { STEPS } from './steps.mjs'

const FILES = {
  'src/server/features/live/chat/routes.test.ts': '',
  'src/web/features/live/chat/chat-list.test.tsx': '',
  'src/web/ui/button.test.tsx': '',
  'bench/feed.ts': '',
  'bench/feed/cases.ts': '',
  'e2e/live/chat.spec.ts': '',
  'e2e/live/turn.spec.ts': '',
  'e2e/support/fixtures.ts': '',
}

test('without a name every step runs, in the order of the list', async () => {
  expect(await namesFor()).toEqual(STEPS.map(({ name }) => name))
})

test('the name of a step runs its prerequisites and the step', async () => {
  expect(await namesFor('lint')).toEqual(['install', 'lint'])
  expect(await namesFor('types')).toEqual(['install', 'types'])
  expect(await namesFor('browser')).toEqual(['install', 'chromium', 'build', 'browser'])
})

test('several names run several steps, each once', async () => {
  expect(await namesFor('lint', 'format', 'lint')).toEqual(['install', 'format', 'lint'])
})

test('any other name runs the tests whose path contains it', async () => {
  const steps = await stepsFor('chat')
  expect(steps.map(({ name }) => name)).toEqual(['install', 'chromium', 'build', 'unit', 'browser'])
  expect(filesOf(steps, 'unit')).toEqual([
    'src/server/features/live/chat/routes.test.ts',
    'src/web/features/live/chat/chat-list.test.tsx',
  ])
  expect(filesOf(steps, 'browser')).toEqual(['e2e/live/chat.spec.ts'])
})

test('a benchmark runs in its short form, which needs the site and a browser', async () => {
  const steps = await stepsFor('bench/feed')
  expect(steps.map(({ name }) => name)).toEqual(['install', 'chromium', 'bench', 'build'])
  expect(argsOf(steps, 'bench')).toEqual(expect.arrayContaining(['--short', 'bench/feed.ts']))
  expect(await namesFor('bench')).toEqual(['install', 'chromium', 'bench', 'build'])
})

test('a story with a small video runs in a separate step, while the unit tests run', async () => {
  const steps = await stepsFor('turn')
  expect(steps.map(({ name }) => name)).toEqual(['install', 'chromium', 'short-media', 'build'])
  expect(filesOf(steps, 'short-media')).toEqual(['e2e/live/turn.spec.ts'])
})

test('two names select the tests of both', async () => {
  const steps = await stepsFor('button', 'routes')
  expect(filesOf(steps, 'unit')).toEqual([
    'src/web/ui/button.test.tsx',
    'src/server/features/live/chat/routes.test.ts',
  ])
})

test('a step runs all its tests when it is named together with some of them', async () => {
  expect(filesOf(await stepsFor('unit', 'button'), 'unit')).toEqual([])
  expect(filesOf(await stepsFor('button', 'unit'), 'unit')).toEqual([])
})

test('--shard splits the tests, and the first shard also runs all other steps', async () => {
  const first = await stepsFor('--shard=1/2')
  expect(first.map(({ name }) => name)).toEqual(STEPS.map(({ name }) => name))
  const second = await stepsFor('--shard=2/2')
  expect(second.map(({ name }) => name)).toEqual([
    ...['install', 'chromium', 'short-media', 'build', 'unit', 'browser'],
  ])
  for (const name of ['unit', 'short-media', 'browser']) expect(argsOf(second, name)).toContain('--shard=2/2')
})

test.each(['--shard=3/2', '--shard=0/2', '--shard', '--sharp=1/2'])('%s is refused', async (option) => {
  const plan = await withPlanted(FILES, (root) => planRun(root, [option]))
  expect(plan).toEqual({ problem: expect.stringContaining(`'${option}' is not understood`) })
})

describe('the changed files', () => {
  const changedSteps = (
    change: (git: (...args: string[]) => void, root: string) => void,
    ...words: string[]
  ) =>
    withPlanted(FILES, (root) => {
      const git = (...args: string[]) => {
        const { status, stderr } = spawnSync(
          'git',
          ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args],
          {
            cwd: root,
            encoding: 'utf8',
          },
        )
        if (status !== 0) throw new Error(stderr)
      }
      git('init', '-q', '-b', 'main')
      git('add', 'package.json', 'src', 'e2e')
      git('commit', '-q', '-m', 'all')
      change(git, root)
      const plan = planRun(root, ['changed', ...words])
      if ('problem' in plan) throw new Error(plan.problem)
      return plan.steps
    })

  test('are checked, committed or not, with the tests that they can affect', async () => {
    const steps = await changedSteps((git, root) => {
      git('checkout', '-q', '-b', 'topic')
      writeFileSync(join(root, 'src/web/ui/button.test.tsx'), '// changed')
      git('commit', '-q', '-a', '-m', 'one')
      writeFileSync(join(root, 'src/web/ui/new.test.tsx'), '')
    })
    expect(filesOf(steps, 'unit')).toEqual(['src/web/ui/button.test.tsx', 'src/web/ui/new.test.tsx'])
    expect(steps.map(({ name }) => name)).not.toContain('browser')
    expect(argsOf(steps, 'lint')).toContain('src/web/ui/new.test.tsx')
    expect(argsOf(steps, 'lint')).not.toContain('src')
  })

  test('are those since the named revision', async () => {
    const change = (git: (...args: string[]) => void, root: string) => {
      writeFileSync(join(root, 'e2e/live/chat.spec.ts'), '// changed')
      git('commit', '-q', '-a', '-m', 'one')
    }
    const since = await changedSteps(change, 'HEAD~1')
    expect(filesOf(since, 'browser')).toEqual(['e2e/live/chat.spec.ts'])
    expect(since.map(({ name }) => name)).toContain('build')
    expect((await changedSteps(change)).map(({ name }) => name)).not.toContain('browser')
  })

  test('cannot be determined for an unknown revision, which is reported', async () => {
    await expect(changedSteps(() => {}, 'nowhere')).rejects.toThrow("no revision 'nowhere'")
  })
})

test('an unknown name is refused with a list of the names', async () => {
  const plan = await withPlanted(FILES, (root) => planRun(root, ['nonsense']))
  expect(plan).toEqual({ problem: expect.stringMatching(/'nonsense'.*format, lint/) })
})

test('a clone without the e2e folder has tests', async () => {
  const plan = await withPlanted({}, (root) => {
    mkdirSync(join(root, 'src'))
    writeFileSync(join(root, 'src/only.test.ts'), '')
    return planRun(root, ['only'])
  })
  expect(plan).toHaveProperty('steps')
})

async function stepsFor(...names: string[]) {
  const plan = await withPlanted(FILES, (root) => planRun(root, names))
  if ('problem' in plan) throw new Error(plan.problem)
  return plan.steps
}

async function namesFor(...names: string[]): Promise<string[]> {
  return (await stepsFor(...names)).map(({ name }) => name)
}

/** The test files on a step's command line. */
function filesOf(steps: Awaited<ReturnType<typeof stepsFor>>, name: string): string[] {
  return argsOf(steps, name).filter((arg) => /\.(test|spec)\.tsx?$/.test(arg))
}

/** The arguments of a step's commands. */
function argsOf(steps: Awaited<ReturnType<typeof stepsFor>>, name: string): string[] {
  const commands = steps.find((step) => step.name === name)?.commands
  if (!Array.isArray(commands)) throw new Error(`no commands for ${name}`)
  return commands.flat()
}
