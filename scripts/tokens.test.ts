import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_PUBLIC_SETTINGS } from '#shared/settings/public-settings.ts'

// In scripts/, because tests of the web have no file system and load no style sheets.
const tokens = readFileSync(new URL('../src/web/styles/tokens.css', import.meta.url), 'utf8')

/** Foreground, background, minimum contrast, expected contrast in the light and in the dark theme. */
const PAIRS: [string, string, number, number, number][] = [
  ['ink', 'bg', 4.5, 15.3, 16.7],
  ['ink', 'surface', 4.5, 16.2, 15.5],
  ['ink', 'raised', 4.5, 12.8, 13.5],
  ['ink-2', 'bg', 4.5, 8.2, 11.2],
  ['ink-2', 'surface', 4.5, 8.7, 10.4],
  ['ink-2', 'sunken', 4.5, 7.6, 11.7],
  ['ink-2', 'raised', 4.5, 6.9, 9.1],
  ['ink-3', 'bg', 4.5, 5.8, 7.8],
  ['ink-3', 'surface', 4.5, 6.2, 7.2],
  ['ink-3', 'sunken', 4.5, 5.4, 8.1],
  ['ink-3', 'raised', 4.5, 4.9, 6.3],
  ['on-action', 'action', 4.5, 9.1, 10.4],
  ['on-action', 'action-hover', 4.5, 7.9, 12.0],
  ['on-action', 'action-press', 4.5, 6.8, 8.7],
  ['action-edge', 'bg', 3, 4.1, 5.0],
  ['action-edge', 'surface', 3, 4.3, 4.7],
  ['action-text', 'surface', 4.5, 6.8, 10.8],
  ['action-text', 'action-soft', 4.5, 5.9, 8.5],
  ['on-live', 'live', 4.5, 6.3, 5.0],
  ['on-live', 'live-hover', 4.5, 7.8, 6.1],
  ['live', 'bg', 3, 6.0, 3.7],
  ['live-text', 'surface', 4.5, 6.7, 7.3],
  ['live-text', 'action-soft', 4.5, 5.8, 5.7],
  ['link', 'bg', 4.5, 7.7, 9.6],
  ['link', 'surface', 4.5, 8.2, 8.9],
  ['link', 'link-soft', 4.5, 6.9, 6.7],
  ['link', 'raised', 4.5, 6.4, 7.8],
  ['focus', 'bg', 3, 6.5, 10.0],
  ['focus', 'surface', 3, 6.9, 9.3],
  ['focus', 'raised', 3, 5.4, 8.1],
  ['success', 'surface', 4.5, 6.8, 9.5],
  ['success', 'success-soft', 4.5, 6.0, 7.2],
  ['warning', 'warning-soft', 4.5, 5.9, 8.5],
  ['danger', 'surface', 4.5, 6.5, 7.5],
  ['danger', 'danger-soft', 4.5, 5.6, 5.9],
  ['on-danger', 'danger', 4.5, 6.4, 7.8],
  ['line-strong', 'bg', 3, 3.8, 4.5],
  ['line-strong', 'surface', 3, 4.1, 4.2],
  ['line-strong', 'sunken', 3, 3.5, 4.7],
  ['on-night', 't-night', 4.5, 14.5, 17.4],
  ['on-night-2', 't-night', 4.5, 9.8, 11.7],
  ['c-1', 'surface', 3, 8.2, 6.9],
  ['c-2', 'surface', 3, 4.1, 9.2],
  ['c-3', 'surface', 3, 6.4, 5.4],
  ['c-4', 'surface', 3, 4.4, 8.0],
  ['c-5', 'surface', 3, 4.8, 7.1],
  ['c-6', 'surface', 3, 6.0, 7.2],
]

const [light = '', dark = ''] = tokens.split(/^\[data-theme=['"]dark['"]\] \{/m)
const themesWithHue = (hue: number) => ({
  light: colours(light, hue),
  dark: new Map([...colours(light, hue), ...colours(dark, hue)]),
})
const themes = themesWithHue(DEFAULT_PUBLIC_SETTINGS['general.accentHue'])

for (const [theme, column] of [
  ['light', 3],
  ['dark', 4],
] as const) {
  test.each(PAIRS)(`%s is readable on %s in the ${theme} theme`, (...pair) => {
    const [foreground, background, minContrast] = pair
    const ratio = contrast(colour(theme, foreground), colour(theme, background))
    expect(ratio).toBeGreaterThanOrEqual(minContrast)
    expect(Math.abs(ratio - pair[column])).toBeLessThan(0.1)
  })
}

function colour(theme: keyof typeof themes, name: string): string {
  const value = themes[theme].get(name)
  if (value === undefined) throw new Error(`no --${name} in tokens.css`)
  return value
}

/** `theme-color` as sRGB, which index.html and theme.ts repeat because a meta tag cannot use custom properties. */
test.each([
  ['light', '#fbf6ed'],
  ['dark', '#180d15'],
] as const)('the theme-color of the %s theme is its background', (theme, hex) => {
  expect(toHex(colour(theme, 'bg'))).toBe(hex)
  for (const file of ['index.html', 'theme/theme.ts'])
    expect(readFileSync(new URL(`../src/web/${file}`, import.meta.url), 'utf8')).toContain(hex)
})

test('every hue that the operator may choose for the accent keeps each contrast above its minimum', () => {
  const ofAction = PAIRS.filter((pair) => pair.slice(0, 2).some((name) => String(name).includes('action')))
  expect(ofAction).not.toHaveLength(0)
  for (let hue = 0; hue < 360; hue++) {
    const accented = themesWithHue(hue)
    for (const theme of ['light', 'dark'] as const)
      for (const [foreground, background, minContrast] of ofAction) {
        const [first = '', second = ''] = [foreground, background].map((name) => accented[theme].get(name))
        expect(contrast(first, second), `${foreground} on ${background}, hue ${hue}`).toBeGreaterThanOrEqual(
          minContrast,
        )
      }
  }
})

/** Opaque colours among the custom properties, by name. */
function colours(css: string, accentHue: number): Map<string, string> {
  const resolved = css
    .replaceAll('var(--accent-hue)', String(accentHue))
    .replaceAll(/calc\((\d+) ([+-]) (\d+)\)/g, (_all, hue: string, sign: string, offset: string) =>
      String(Number(hue) + Number(`${sign}${offset}`)),
    )
  return new Map(
    [...resolved.matchAll(/--([\w-]+): oklch\(([\d. -]+)\);/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}

/** WCAG 2.2 contrast of two OKLCH colours, rounded to 8 bits per channel. */
function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function toHex(oklch: string): string {
  const channels = linearRgb(oklch).map((linear) => toByte(linear).toString(16).padStart(2, '0'))
  return `#${channels.join('')}`
}

function luminance(oklch: string): number {
  const [red = 0, green = 0, blue = 0] = linearRgb(oklch).map((linear) => toLinear(toByte(linear)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linearRgb(oklch: string): number[] {
  const [lightness = 0, chroma = 0, hue = 0] = oklch.split(' ').map(Number)
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}

/** Encodes a linear channel as sRGB, rounded to 8 bits. */
function toByte(linear: number): number {
  const inRange = Math.min(1, Math.max(0, linear))
  const encoded = inRange <= 0.0031308 ? 12.92 * inRange : 1.055 * inRange ** (1 / 2.4) - 0.055
  return Math.round(encoded * 255)
}

function toLinear(byte: number): number {
  const encoded = byte / 255
  return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4
}
