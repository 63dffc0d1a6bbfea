import { expect, test } from 'vitest'
import checkout from './checkout.html?raw'
import page from './index.html?raw'

const parsed = () => new DOMParser().parseFromString(page, 'text/html')

test.each([
  ['page', page],
  ['checkout', checkout],
])(
  'the %s has exactly one inline script, which the content security policy allows by its hash',
  (_name, html) => {
    const scripts = [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll('script')]
    expect(scripts.filter((script) => !script.hasAttribute('src'))).toHaveLength(1)
  },
)

test('the theme is set before the first paint, and after the embedded data of the server', () => {
  const boot = page.indexOf('<!--boot-->')
  const inline = page.indexOf('<script>')
  expect(boot).toBeGreaterThan(0)
  expect(inline).toBeGreaterThan(boot)
  expect(inline).toBeLessThan(page.indexOf('<body'))
})

test('only the two Latin fonts are preloaded, by the script, which skips them for reduced data', () => {
  const fonts = [...parsed().querySelectorAll('link[data-preload]')]
  expect(fonts.map((font) => font.getAttribute('href'))).toEqual([
    './fonts/sans-latin.woff2',
    './fonts/serif-latin.woff2',
  ])
  expect(fonts.every((font) => !font.hasAttribute('rel'))).toBe(true)
})
