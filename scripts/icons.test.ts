import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type FunctionComponent, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

const FOLDER = 'src/web/ui/icons'
// Read from the disk: knip, which finds unused icons, would take those that import.meta.glob matches as used.
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.tsx') && name !== 'icon.tsx')

test.each(FILES)('%s draws the icon of its name', async (file) => {
  const icons = await readIcons(file)
  expect(icons.map(([name]) => fileOf(name))).toEqual([file])
  for (const [, Icon] of icons)
    expect(renderToStaticMarkup(createElement(Icon, { className: 'size-4' }))).toMatch(
      /^<svg [^>]*viewBox="0 0 24 24" [^>]*aria-hidden="true" class="size-4">(<(\w+) [^>]*><\/\2>)+<\/svg>$/,
    )
})

async function readIcons(file: string) {
  const url = pathToFileURL(resolve(FOLDER, file)).href
  // Boundary: the test checks the exports of the file.
  return Object.entries(
    (await import(/* @vite-ignore */ url)) as Record<string, FunctionComponent<{ className: string }>>,
  )
}

/** 'trash-2.tsx' for 'Trash2'. */
function fileOf(name: string): string {
  return `${name.replaceAll(/(?<=[a-z])(?=[A-Z\d])/g, '-').toLowerCase()}.tsx`
}
