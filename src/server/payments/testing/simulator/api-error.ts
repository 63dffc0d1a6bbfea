/** An error response in PayPal's form. */
export class ApiError extends Error {
  readonly status: number
  readonly body: object

  constructor(status: number, name: string, issue?: string) {
    super(issue ?? name)
    this.status = status
    this.body = {
      name,
      message: `The requested action could not be performed (${name}).`,
      debug_id: 'f2e1d0c9b8a76',
      ...(issue !== undefined && { details: [{ issue, description: 'See the documentation.' }] }),
      links: [{ href: 'https://developer.paypal.com/docs/api/errors', rel: 'information_link' }],
    }
  }
}

export const unprocessable = (issue: string) => new ApiError(422, 'UNPROCESSABLE_ENTITY', issue)
export const badRequest = (issue: string) => new ApiError(400, 'INVALID_REQUEST', issue)
export const noResource = () => new ApiError(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID')
export const notAuthorized = (issue: string) => new ApiError(403, 'NOT_AUTHORIZED', issue)
