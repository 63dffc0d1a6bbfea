import { sendRequest } from '../process/http-client.ts'

/** Registers a user; returns its id and the cookie of its session. */
export async function registerUser(url: string): Promise<{ id: string; cookie: string }> {
  const { body, headers } = await sendRequest(`${url}/api/auth/register`, {
    method: 'POST',
    body: {
      email: `bench-${crypto.randomUUID()}@example.org`,
      password: 'only for the bench',
      firstName: 'Ama',
    },
  })
  // Boundary: the app's response to a registration.
  const { id } = JSON.parse(body) as { id: string }
  const cookie = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  return { id, cookie }
}
