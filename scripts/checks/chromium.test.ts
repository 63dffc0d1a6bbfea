import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chromiumRemedy, findChromium } from './chromium.mjs'
import { withPlanted } from './planted.ts'

test('a Chromium on the PATH is found, and CHROMIUM_PATH goes before it', async () => {
  await withPlanted({ 'bin/google-chrome': '#!/bin/sh', 'own/browser': '#!/bin/sh' }, (folder) => {
    const path = join(folder, 'bin/google-chrome')
    const own = join(folder, 'own/browser')
    chmodSync(path, 0o755)
    expect(findChromium({ PATH: `/nowhere:${join(folder, 'bin')}` })).toBe(path)
    expect(findChromium({ PATH: join(folder, 'bin'), CHROMIUM_PATH: own })).toBe(own)
  })
})

test('a CHROMIUM_PATH that leads nowhere is not replaced in silence', () => {
  const env = { PATH: process.env['PATH'], CHROMIUM_PATH: '/nowhere/chromium' }
  expect(findChromium(env)).toBeNull()
  expect(chromiumRemedy({ env })).toEqual({ advice: expect.stringContaining('/nowhere/chromium') })
})

test('root on Debian installs it, with the package lists when they are missing', () => {
  const debian = { env: {}, isRoot: true, system: 'debian' }
  const install = ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium']
  expect(chromiumRemedy({ ...debian, hasLists: true })).toEqual({ commands: [install] })
  expect(chromiumRemedy({ ...debian, hasLists: false })).toEqual({
    commands: [['apt-get', 'update'], install],
  })
})

test('an ordinary user on Debian is told the command', () => {
  const remedy = chromiumRemedy({ env: {}, isRoot: false, system: 'debian', hasLists: true })
  expect(remedy).toEqual({ advice: expect.stringContaining('sudo apt-get install -y chromium') })
})

test('elsewhere a person is told what to install', () => {
  const remedy = chromiumRemedy({ env: {}, isRoot: true, system: 'fedora', hasLists: false })
  expect(remedy).toEqual({ advice: expect.stringContaining('CHROMIUM_PATH') })
})
