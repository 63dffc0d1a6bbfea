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
])('the text %s of a cue is stored as %s', async (text, expected) => {
  expect(await storedText(text)).toBe(`${expected}\n`)
})

test.each<[string, Buffer | string, number, string]>([
  ['another text file', 'Hello', 415, 'WEBVTT'],
  ['SubRip captions', '1\n00:00:01,000 --> 00:00:02,000\nHello', 415, 'WEBVTT'],
  ['captions in UTF-16', Buffer.from(`\ufeffWEBVTT\n\n${CUE}\nHello`, 'utf16le'), 415, 'UTF-8'],
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
