import { expect, test } from 'vitest'
import { splitText } from './post-text.ts'

const linksOf = (content: string) =>
  splitText(content).flatMap((piece) => (piece.kind === 'link' ? [piece.url] : []))

test.each([
  // Apostrophes of words; a possessive ends the link.
  "https://fr.wikipedia.org/wiki/N'Djamena",
  'https://fr.wikipedia.org/wiki/Côte_d’Ivoire',
  "https://en.wikipedia.org/wiki/McDonald's",
  "[https://x.org/b]'s page",
  '[https://x.org/b]’s page',
  // Addresses of other scripts, with what joins their words.
  'https://am.wikipedia.org/wiki/አዲስ_አበባ',
  'https://ar.wikipedia.org/wiki/نيجيريا',
  'https://fa.wikipedia.org/wiki/می\u200Cخواهم',
  'https://he.wikipedia.org/wiki/תל־אביב',
  'https://he.wikipedia.org/wiki/צה״ל',
  'https://ja.wikipedia.org/wiki/ジョン・レノン',
  'https://ca.wikipedia.org/wiki/Col·legi',
  'https://en.wikipedia.org/wiki/Mexico–United_States_border',
  'https://ru.wikipedia.org/wiki/Россия_—_Франция',
  'https://yo.wikipedia.org/wiki/Ọ̀ṣun',
  'https://x.org/%E1%88%B0%E1%88%8B%E1%88%9D?q=%C3%A9',
  // International hosts, ports and numeric hosts.
  'https://münchen.de/ü',
  'https://例え.jp/あ',
  'https://пример.рф',
  'https://i❤.ws/x',
  'https://xn--r8jz45g.jp:8080/x',
  'http://192.168.0.1:8080/a',
  'http://[::1]:8080/a',
  // Markdown.
  '**[https://x.org/a]**',
  '|[https://x.org/a]|[https://x.org/b]|',
  // Quotes.
  '“[https://x.org/a]”',
  '‘[https://x.org/a]’',
  "'[https://x.org/a]'",
  '"[https://x.org/a]"',
  '«[https://x.org/a]»',
  '« [https://x.org/a] »',
  '‹[https://x.org/a]›',
  '„[https://x.org/a]“',
  '‚[https://x.org/a]‘',
  '»[https://x.org/a]«',
  // Arabic, Hebrew, Urdu and Persian.
  'انظر [https://x.org/a]، نعم',
  'هل رأيت [https://x.org/a]؟',
  '[https://x.org/a]؛ [https://x.org/b]۔',
  '([https://x.org/a]) راجع',
  'شاهد[https://x.org/a]',
  'ראו [https://x.org/a]׃',
  '[https://x.org]مرحبا',
  // Ethiopic.
  '[https://x.org/a]። [https://x.org/b]፣ [https://x.org/c]፤ [https://x.org/d]፥ [https://x.org/e]፦ [https://x.org/f]፧',
  '[https://x.org/a]፡ሰላም',
  'ይመልከቱ[https://x.org/a]',
  // Chinese, Japanese and Korean.
  '（[https://x.org/i]）です',
  '見て[https://x.org/j]',
  '[https://x.org/a]。次は[https://x.org/b]、[https://x.org/c]！',
  '「[https://x.org/a]」『[https://x.org/b]』【[https://x.org/c]】《[https://x.org/d]》〈[https://x.org/e]〉',
  '[https://x.org/a]（説明）',
  '[https://x.org]です',
  '[https://x.org:8080]です、[https://x.org]を見て[https://y.org/b]',
  '[https://x.org/a]，[https://x.org/b]：[https://x.org/c]；',
  '[https://x.org/a]～',
  // Other scripts' full stops.
  '[https://x.org/a]।',
  '[https://x.org/a]။',
  '[https://x.org/a]։',
  // A second URL after a letter belongs to the first, as in the addresses of archives.
  ...Array.from('abcdefghijklmnopqrstuvwxyzKS0éſ\u212A', (letter) => `https://x.org/${letter}https://y.org`),
  '[https://x.org/日][https://y.org]',
  '[https://x.org/я][https://y.org]',
  // Brackets.
  'https://en.wikipedia.org/wiki/Wave_(disambiguation)',
  '([https://en.wikipedia.org/wiki/Wave_(disambiguation)])',
  '([https://x.org/a])và',
  '[[https://x.org/a]]',
  '[https://x.org/?a[]=1&b={c}]',
  // Ends of sentences, and emoji.
  '[https://x.org/a]… [https://x.org/b]... [https://x.org/c]?!',
  '[https://x.org/a]😀',
  '[https://x.org/a]👩🏾‍🎤 [https://x.org/b]❤️',
  '[https://x.org]🎉🎉',
  '[https://x.org/a]→',
  '[https://x.org/a]—he said',
  '[https://x.org/a] – ',
  // Invisible marks beside a link.
  '\u2067[https://x.org/a]\u2069',
  '[https://x.org/a]\u200F.',
  '[https://x.org/a]\u200B[https://x.org/b]',
  // Lists without spaces, and a URL within one.
  '[https://x.org/a],[https://y.org/b];[http://z.org]|[https://x.org/c]',
  '[https://x.org]を[https://y.org/b]。',
  'https://web.archive.org/web/2020/https://x.org/a?b=https://y.org',
])('the links of %j', (marked) => {
  const isMarked = /\[https?:/.test(marked)
  // Brackets mark the links; the outer ones of a doubled pair are text.
  const expected = isMarked ? [...marked.matchAll(MARKED)].map(([, url]) => url) : [marked]
  expect(linksOf(isMarked ? marked.replaceAll(MARKED, '$1') : marked)).toEqual(expected)
})

const MARKED = /\[(https?:\/\/(?:[^[\]]|\[\])+)\]/g

test.each([
  'seehttps://x.org/a',
  '1https://x.org/a',
  '#https://x.org/a',
  'https://bank.example@evil.example/',
  'https://bank.example:1@evil.example/',
])('no link: %j', (content) => {
  expect(linksOf(content)).toEqual([])
})

test('what hides behind a bracket or quote of another script is not part of a link to elsewhere', () => {
  expect(linksOf('https://bank.example（@evil.example/ https://bank.example。evil.example/')).toEqual([
    'https://bank.example',
    'https://bank.example',
  ])
})

test('a URL of more than 2000 characters is text, as a part of it would lead elsewhere', () => {
  const url = `https://x.org/${'é'.repeat(1986)}`
  expect(linksOf(`(${url})`)).toEqual([url])
  expect(linksOf(`${url}a ${url}${'a'.repeat(3000)}`)).toEqual([])
})
