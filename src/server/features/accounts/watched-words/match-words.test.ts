import { expect, test } from 'vitest'
import { compileWords } from './match-words.ts'

const find = compileWords([
  'idiot',
  'Ọ̀lẹ',
  'bad word',
  'ደደብ',
  'كلمة',
  'bit.ly',
  'straße',
  'x2',
  '时光',
  'テスト',
  '死ね',
  'มหา',
  'x手',
])

test.each([
  ['You IDIOT!', 'IDIOT'],
  ['l’Ïdíót,', 'Ïdíót'],
  ['_idiot_', 'idiot'],
  ['idi\u200Dot', 'idi\u200Dot'],
  ['idi\uFFF9ot', 'idi\uFFF9ot'],
  ['ole!', 'ole'],
  ['ó jẹ́ ọ̀lẹ gan', 'ọ̀lẹ'],
  ['O\u0323\u0300LE\u0323 ni', 'O\u0323\u0300LE\u0323'],
  ['አንተ፡ደደብ፡ነህ', 'ደደብ'],
  ['هذه كَلِمَة هنا', 'كَلِمَة'],
  ['كلـــمة', 'كلـــمة'],
  ['a BAD-Word.', 'BAD-Word'],
  ['bad\n  word', 'bad\n  word'],
  ['go to https://BIT.LY/abc', 'BIT.LY'],
  ['STRASSE 5', 'STRASSE'],
  ['𝐢𝐝𝐢𝐨𝐭', '𝐢𝐝𝐢𝐨𝐭'],
  ['x2', 'x2'],
  ['最美的时光', '时光'],
  ['时光flies', '时光'],
  ['日本語のﾃｽﾄです', 'ﾃｽﾄ'],
  ['日本語の(テスト)', 'テスト'],
  ['もう死ねよ', '死ね'],
  ['时。光', '时。光'],
  ['กรุงเทพมหานคร', 'มหา'],
  ['マx手机', 'x手'],
])('%j contains %j', (text, word) => {
  expect(find(text)).toBe(word)
})

test.each([
  'idiotic',
  'anidiot',
  'idiot2',
  'bad words',
  'bad a word',
  'badword',
  'bitly',
  'ደደብነት',
  'x 2',
  '光时',
  '时的光',
  'ax手',
  '',
  '!!',
])('%j contains no watched word', (text) => {
  expect(find(text)).toBeNull()
})

test('the longer phrase of two with the same first word is found as well', () => {
  const findPhrase = compileWords(['no way out', 'no way home'])
  expect(findPhrase('There is No way home.')).toBe('No way home')
  expect(findPhrase('no way')).toBeNull()
})

test('an empty list finds nothing', () => {
  expect(compileWords([])('idiot')).toBeNull()
  expect(compileWords(['...'])('idiot')).toBeNull()
})
