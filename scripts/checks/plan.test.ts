import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { planRun } from './plan.mjs'
import { withPlanted } from './planted.ts'
import { STEPS } from './steps.mjs'

const FILES = {
  'src/server/features/chat/routes.test.ts': '',
  'src/web/features/chat/chat-list.test.tsx': '',
  'src/web/ui/button.test.tsx': '',
  'e2e/chat.spec.ts': '',
  'e2e/fixtures.ts': '',
}

test('without a name every step runs, in the order of the list', async () => {
  expect(await namesFor()).toEqual(STEPS.map(({ name }) => name))
})

test('the name of a step runs it, with what it needs before it', async () => {
  expect(await namesFor('lint')).toEqual(['install', 'lint'])
  expect(await namesFor('types')).toEqual(['install', 'messages', 'types'])
  expect(await namesFor('browser')).toEqual(['install', 'build', 'chromium', 'browser'])
})

test('several names run several steps, each once', async () => {
  expect(await namesFor('lint', 'format', 'lint')).toEqual(['install', 'format', 'lint'])
})

test('another name runs the tests whose path contains it, and no others', async () => {
  const steps = await stepsFor('chat')
  expect(steps.map(({ name }) => name)).toEqual(['install', 'build', 'unit', 'chromium', 'browser'])
  expect(filesOf(steps, 'unit')).toEqual([
    'src/server/features/chat/routes.test.ts',
    'src/web/features/chat/chat-list.test.tsx',
  ])
  expect(filesOf(steps, 'browser')).toEqual(['e2e/chat.spec.ts'])
})

test('two names choose the tests of both', async () => {
  const steps = await stepsFor('button', 'routes')
  expect(filesOf(steps, 'unit')).toEqual([
    'src/web/ui/button.test.tsx',
    'src/server/features/chat/routes.test.ts',
  ])
})

test('a step named beside tests of its own runs whole', async () => {
  expect(filesOf(await stepsFor('unit', 'button'), 'unit')).toEqual([])
  expect(filesOf(await stepsFor('button', 'unit'), 'unit')).toEqual([])
})

test('a name that nothing has is refused with the names there are', async () => {
  const plan = await withPlanted(FILES, (root) => planRun(root, ['nonsense']))
  expect(plan).toEqual({ problem: expect.stringMatching(/'nonsense'.*format, lint/) })
})

test('a clone without e2e folder has tests all the same', async () => {
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
  const commands = steps.find((step) => step.name === name)?.commands
  if (!Array.isArray(commands)) throw new Error(`no commands for ${name}`)
  return commands.flat().filter((word) => /\.(test|spec)\.tsx?$/.test(word))
}
