import { UPLOADS_PATH } from '#shared/media/uploads.ts'
import { ApiError } from '#web/api/api-error.ts'

/**
 * Deletes an unfinished upload, or a finished one that nothing uses, on the server; one that is gone already is no error.
 * Throws `ApiError`, and the error of `fetch` for a network failure.
 */
export async function deleteUpload(id: string): Promise<void> {
  // The endpoint is the tus protocol's, so `call` does not know it.
  const response = await fetch(`${UPLOADS_PATH}/${id}`, {
    method: 'DELETE',
    headers: { 'Tus-Resumable': '1.0.0' },
  })
  if (!response.ok && response.status !== 404)
    throw new ApiError(response.status, response.statusText, await response.text())
}
