import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chromiumRemedy, findChromium } from './chromium.mjs'
import { withPlanted } from '../checks/planted-violation.ts'

test('a Chromium on the PATH is found, and CHROMIUM_PATH takes precedence', async () => {
  await withPlanted({ 'bin/google-chrome': '#!/bin/sh', 'own/browser': '#!/bin/sh' }, (folder) => {
    const path = join(folder, 'bin/google-chrome')
    const own = join(folder, 'own/browser')
    chmodSync(path, 0o755)
    expect(findChromium({ PATH: `/nowhere:${join(folder, 'bin')}` })).toBe(path)
    expect(findChromium({ PATH: join(folder, 'bin'), CHROMIUM_PATH: own })).toBe(own)
  })
})

test('a CHROMIUM_PATH that does not exist is reported, not ignored', () => {
  const env = { PATH: process.env['PATH'], CHROMIUM_PATH: '/nowhere/chromium' }
  expect(findChromium(env)).toBeNull()
  expect(chromiumRemedy({ env })).toEqual({ advice: expect.stringContaining('/nowhere/chromium') })
})

test('root on Debian updates the package lists and installs it', () => {
  const remedy = chromiumRemedy({ env: {}, isRoot: true, system: 'debian' })
  if (!('commands' in remedy)) throw new Error('nothing is installed')
  const [update, install] = remedy.commands.map((command) => command.join(' '))
  expect(update).toMatch(/apt-get .*update$/)
  expect(install).toMatch(/apt-get .*install .*chromium-headless-shell$/)
})

test('another user on Debian gets the command as advice', () => {
  const remedy = chromiumRemedy({ env: {}, isRoot: false, system: 'debian' })
  expect(remedy).toEqual({
    advice: expect.stringContaining('sudo apt-get install -y chromium-headless-shell'),
  })
})

test('on other systems the advice says what to install', () => {
  const remedy = chromiumRemedy({ env: {}, isRoot: true, system: 'fedora' })
  expect(remedy).toEqual({ advice: expect.stringContaining('CHROMIUM_PATH') })
})
