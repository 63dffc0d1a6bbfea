import { expect, onTestFinished, test, vi } from 'vitest'
import { applyLimits } from '#shared/settings/limits.ts'
import { findVideoProblem, titleOf } from './video-file.ts'

const MATROSKA = new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3, 4, 5, 6, 7, 8])

test.each([
  ['a browser calls it a video', new File(['x'], 'clip', { type: 'video/mp4' }), null],
  ['the browser has no type for MKV', new File(['x'], 'clip.MKV'), null],
  ['the browser has no type for AVI', new File(['x'], 'clip.avi'), null],
  ['only its bytes say that it is Matroska', new File([MATROSKA], 'clip'), null],
  ['only its bytes say that it is AVI', new File(['RIFF1234AVI LIST'], 'clip'), null],
  ['only its bytes say that it is MP4', new File(['\0\0\0\u0018ftypisom'], 'clip'), null],
  ['a picture', new File(['x'], 'photo.png', { type: 'image/png' }), 'wrongType'],
  ['a renamed text', new File(['some words here'], 'clip.txt'), 'wrongType'],
])('a file is judged by type, name or bytes: %s', async (_name, file, problem) => {
  expect(await findVideoProblem(file)).toBe(problem)
})

test('a video may have 1 GB and not a byte more', async () => {
  const size = vi.spyOn(File.prototype, 'size', 'get')
  const file = new File(['x'], 'clip.mp4', { type: 'video/mp4' })
  size.mockReturnValue(1024 ** 3)
  expect(await findVideoProblem(file)).toBeNull()
  size.mockReturnValue(1024 ** 3 + 1)
  expect(await findVideoProblem(file)).toBe('tooLarge')
})

test('the operator may change how large a video may be', async () => {
  onTestFinished(() => applyLimits({}))
  applyLimits({ fileBytes: 3 })
  const fileOf = (text: string) => new File([text], 'clip.mp4', { type: 'video/mp4' })
  expect(await findVideoProblem(fileOf('123'))).toBeNull()
  expect(await findVideoProblem(fileOf('1234'))).toBe('tooLarge')
})

test('the title is the name of the file without its extension', () => {
  expect(titleOf('chirimia.rehearsal.mp4')).toBe('chirimia.rehearsal')
  expect(titleOf('.mp4')).toBe('.mp4')
  expect([...titleOf(`${'a'.repeat(300)}.mp4`)].length).toBe(200)
})
