/** What a browser's name for itself says of it, as far as it is known; brands are the same in every language. */
export type Browser = { browser: string | null; system: string | null }

/** Each names the others that it is compatible with: the first that fits is what it is. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
] as const

const SYSTEMS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

export function browserOf(userAgent: string | null): Browser {
  const known = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? null
  return { browser: known(BROWSERS), system: known(SYSTEMS) }
}
