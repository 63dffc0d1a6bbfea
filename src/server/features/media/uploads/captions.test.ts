import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, startTestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { finish, upload, uploadMedia } from './test-uploads.ts'

let server: TestApp
let member: TestClient
beforeAll(async () => {
  server = await startTestApp({ rates: { uploads: { points: 1000, seconds: 60 } } })
  member = await server.member()
})
afterAll(() => server.close())

const CUE = '00:00:01.000 --> 00:00:02.000'
const SRT_CUE = '00:00:01,000 --> 00:00:02,000'

/** Uploads captions; returns what is stored. */
async function stored(captions: string | Buffer): Promise<unknown> {
  const { url, mimeType } = await uploadMedia(member, Buffer.from(captions), 'captions')
  expect(mimeType).toBe('text/vtt')
  return (await member.get(url)).body
}

const storedText = async (text: string) =>
  String(await stored(`WEBVTT\n\n${CUE}\n${text}\n`)).replace(`WEBVTT\n\n${CUE}\n`, '')

test('captions are written again with only their cues, in order', async () => {
  const file = `\ufeffWEBVTT - by a studio\r
Kind: captions\r
\r
STYLE\r
::cue { background: url(https://elsewhere.example/track.png) }\r
\r
REGION\r
id:top\r
\r
NOTE a comment\r
\r
second\r
1:00:02.500 --> 1:00:04.000 align:start region:top position:10%,line-left onload:x\r
Ẹ káàbọ̀\r
– two lines\r
\r
00:01.000 --> 00:02.000\r
first\r
00:03.000 --> 00:03.500
without an empty line before`
  expect(await stored(file)).toBe(`WEBVTT

00:00:01.000 --> 00:00:02.000
first

00:00:03.000 --> 00:00:03.500
without an empty line before

01:00:02.500 --> 01:00:04.000 align:start position:10%,line-left
Ẹ káàbọ̀
– two lines
`)
})

test.each([
  ['<b>bold</b> <i>and</i> <u>more</u>', '<b>bold</b> <i>and</i> <u>more</u>'],
  ['<v.loud Ama &amp; Kofi>Akwaaba</v>', '<v Ama &amp; Kofi>Akwaaba</v>'],
  ['<c.yellow.bg_blue.evil>text</c>', '<c.yellow.bg_blue>text</c>'],
  [
    '<lang fr>bonsoir</lang> <ruby>漢<rt>kan</rt></ruby>',
    '<lang fr>bonsoir</lang> <ruby>漢<rt>kan</rt></ruby>',
  ],
  ['<script>alert(1)</script>', 'alert(1)'],
  ['<img src=x onerror=alert(1)>Hello', 'Hello'],
  ['<b onclick="alert(1)">Hello</b>', '<b>Hello</b>'],
  ['a < b && c > d', 'a &lt; b &amp;&amp; c &gt; d'],
  ['&lt;script&gt; &amp;lt; &nbsp;&copy;', '&lt;script&gt; &amp;lt; \u00a0&amp;copy;'],
  ['<i>never <b>closed', '<i>never <b>closed</b></i>'],
  ['<b><i>crossed</b></i>', '<b><i>crossed</i></b>'],
  ['<00:00:01.500>karaoke', 'karaoke'],
  ['one\n<object>\ntwo', 'one\ntwo'],
  ['eno\u202Ea \u2067b', 'enoa b'],
  ['\u2067C#\u2069 C++\u200E \u202Aa\u202C', '\u2067C#\u2069 C++\u200E \u2066a\u2069'],
  ['<v A\u202Ema \u2067>x</v>\u2069', '<v Ama>x</v>'],
])('the text %s of a cue is stored as %s', async (text, expected) => {
  expect(await storedText(text)).toBe(`${expected}\n`)
})

test.each<[string, Buffer | string]>([
  ['a byte order mark', `\ufeff1\n${SRT_CUE}\nẸ káàbọ̀\n\n2\n00:00:03,000 --> 00:00:03,500\nBye\n\n`],
  ['Windows line ends', `1\r\n${SRT_CUE}\r\nẸ káàbọ̀\r\n\r\n2\r\n00:00:03,000 --> 00:00:03,500\r\nBye\r\n`],
  ['no empty line at the end', `1\n${SRT_CUE}\nẸ káàbọ̀\n\n2\n00:00:03,000 --> 00:00:03,500\nBye`],
  ['no empty line between cues', `1\n${SRT_CUE}\nẸ káàbọ̀\n2\n00:00:03,000 --> 00:00:03,500\nBye`],
  ['no counters', `${SRT_CUE}\nẸ káàbọ̀\n\n00:00:03,000 --> 00:00:03,500\nBye`],
  [
    'empty lines around',
    `\n\n 1 \n${SRT_CUE} \n\nẸ káàbọ̀\n\n\n2\n00:00:03,000  -->  00:00:03,500\nBye\n\n3\n00:00:04,000 --> 00:00:05,000\n\n`,
  ],
  [
    'short times and coordinates',
    `1\n0:0:1 --> 0:00:02,0 X1:10 X2:20 Y1:5 Y2:9\nẸ káàbọ̀\n\n2\n00:03.000 --> 00:03.5\nBye`,
  ],
  [
    'settings of WebVTT',
    `1\n${SRT_CUE} align:start position:0%\nẸ káàbọ̀\n\n2\n00:00:03,000 --> 00:00:03,500\tline:0\nBye`,
  ],
  [
    'UTF-16, little endian',
    Buffer.from(
      `\ufeff1\r\n${SRT_CUE}\r\nẸ káàbọ̀\r\n\r\n2\r\n00:00:03,000 --> 00:00:03,500\r\nBye`,
      'utf16le',
    ),
  ],
  [
    'UTF-16, big endian',
    Buffer.from(`\ufeff1\n${SRT_CUE}\nẸ káàbọ̀\n\n2\n00:00:03,000 --> 00:00:03,500\nBye`, 'utf16le').swap16(),
  ],
  [
    'doubled line ends',
    `1\r\r\n${SRT_CUE}\r\r\nẸ káàbọ̀\r\r\n\r\r\n2\r\r\n00:00:03,000 --> 00:00:03,500\r\r\nBye`,
  ],
  ['empty lines after each counter', `1\n\n${SRT_CUE}\nẸ káàbọ̀\n\n2\n\n\n00:00:03,000 --> 00:00:03,500\nBye`],
])('SubRip captions with %s become WebVTT', async (_name, captions) => {
  expect(await stored(captions)).toBe(`WEBVTT

${CUE}
Ẹ káàbọ̀

00:00:03.000 --> 00:00:03.500
Bye
`)
})

test('WebVTT in UTF-16 is read, too', async () => {
  const captions = Buffer.from(`\ufeffWEBVTT\n\n${CUE}\nሰላም`, 'utf16le')
  expect(await stored(captions)).toBe(`WEBVTT\n\n${CUE}\nሰላም\n`)
})

test.each([
  ['<I>one</I> <b>two</b> {u}three{/u}', '<i>one</i> <b>two</b> <u>three</u>'],
  ['<font color="#ffff00">yellow</font> <script>x</script>', 'yellow x'],
  ['{\\i1}styled{\\i0} in\\Ntwo lines', 'styled in\ntwo lines'],
  ['go --> there & <3', 'go --&gt; there &amp; &lt;3'],
  ['In the year\n1960', 'In the year\n1960'],
  ['12:30 --> 13:00', '12:30 --&gt; 13:00'],
  ['Lunch\n12:30 --> 13:00 in the hall\nBye', 'Lunch\n12:30 --&gt; 13:00 in the hall\nBye'],
  ['1 --> 2', '1 --&gt; 2'],
  ['now\u202Etxt', 'nowtxt'],
  ['one\n\nafter an empty line', 'one\nafter an empty line'],
])('the text %j of a SubRip cue is stored as %j', async (text, expected) => {
  expect(await stored(`1\n${SRT_CUE}\n${text}\n`)).toBe(`WEBVTT\n\n${CUE}\n${expected}\n`)
})

test('a SubRip cue at the top stays there', async () => {
  expect(await stored(`1\n${SRT_CUE}\n{\\an8}Above`)).toBe(`WEBVTT\n\n${CUE} line:0\nAbove\n`)
})

test.each<[string, Buffer | string, number, string]>([
  ['another text file', 'Hello', 415, 'WEBVTT'],
  ['captions of another program', '{1}{72}Hello', 415, '.srt'],
  [
    'captions in Windows-1252',
    Buffer.from(`WEBVTT\n\n${CUE}\nHello\n\n${CUE}\nGarçon`, 'latin1'),
    415,
    'Line 7',
  ],
  ['SubRip captions in Windows-1252', Buffer.from(`1\r\n${SRT_CUE}\r\nGarçon`, 'latin1'), 415, 'Line 3 '],
  ['captions in half of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]), 415, 'UTF-8'],
  [
    'SubRip captions with a malformed time',
    `1\n${SRT_CUE}\nHello\n\n2\n00:00:03;000 --> 00:00:04\nBye`,
    422,
    'Line 6',
  ],
  ['a SubRip cue that ends before its start', '1\n00:00:02,000 --> 00:00:01,000\nHello', 422, 'Line 2'],
  ['SubRip captions without text', `1\n${SRT_CUE}\n\n`, 422, 'no captions'],
  ['captions without a cue', 'WEBVTT\n\nNOTE nothing', 422, 'no captions'],
  ['a cue that ends before its start', 'WEBVTT\n\n00:02.000 --> 00:01.000\nHello', 422, 'Line 3'],
  ['a cue with a malformed time', 'WEBVTT\n\n00:01,000 --> 00:02,000\nHello', 422, 'Line 3'],
  ['a cue that ends after 100 hours', 'WEBVTT\n\n00:01.000 --> 200:00:00.000\nHello', 422, 'Line 3'],
  ['20,001 cues', `WEBVTT\n\n${'00:01.000 --> 00:02.000\nHello\n'.repeat(20_001)}`, 422, '20,000'],
])('%s are refused with a clear error', async (_name, captions, status, part) => {
  const location = await upload(member, Buffer.from(captions))
  expect(await finish(member, location, 'captions')).toMatchObject({
    status,
    body: { message: expect.stringContaining(part) },
  })
  expect((await finish(member, location, 'captions')).status).toBe(404)
})

test('a megabyte of opened tags is read in linear time', async () => {
  expect(await storedText('<b'.repeat(500_000))).toBe(`${'&lt;b'.repeat(500_000)}\n`)
})
