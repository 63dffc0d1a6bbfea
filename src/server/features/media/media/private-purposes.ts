import type { UploadPurpose } from '#shared/media/uploads.ts'

export const PRIVATE_PURPOSES = ['video', 'thumbnail', 'captions'] as const satisfies UploadPurpose[]
/** Purposes of uploads that only their owner and admins can fetch; a video shows them to others under its own URLs. */
export type PrivatePurpose = (typeof PRIVATE_PURPOSES)[number]

export function isPrivatePurpose(purpose: UploadPurpose): purpose is PrivatePurpose {
  return PRIVATE_PURPOSES.some((each) => each === purpose)
}

/** The URL of an upload's file. */
export const privateUrl = (uploadId: string) => `/api/uploads/${uploadId}/file`
