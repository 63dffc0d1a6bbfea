import type { SignUpMode } from '#shared/settings/public-settings.ts'
import type { Executor } from '#server/db/executor.ts'
import { consumeInvitation } from '#server/features/accounts/invitations/queries.ts'
import { HttpError } from '#server/http/errors.ts'

/** The state of a new account: usable, or waiting for the approval of an admin. */
export type Admission = 'admitted' | 'waiting'

/**
 * Decides by the site's mode whether somebody may open an account. Consumes an invitation only in a mode that needs an invitation
 * or an approval. Throws 403 `sign_up_closed`, `invitation_needed` and `invitation_invalid`.
 */
export async function admitRegistration(
  tx: Executor,
  mode: SignUpMode,
  invitation: string | undefined,
): Promise<Admission> {
  switch (mode) {
    case 'open':
      return 'admitted'
    case 'closed':
      throw new HttpError(403, 'sign_up_closed', 'errors.signUpClosed')
    case 'invitation':
      if (!invitation) throw new HttpError(403, 'invitation_needed', 'errors.invitationNeeded')
      await requireInvitation(tx, invitation)
      return 'admitted'
    case 'approval':
      if (!invitation) return 'waiting'
      await requireInvitation(tx, invitation)
      return 'admitted'
    default:
      throw mode satisfies never
  }
}

async function requireInvitation(tx: Executor, token: string): Promise<void> {
  if ((await consumeInvitation(tx, token)) === undefined)
    throw new HttpError(403, 'invitation_invalid', 'errors.invitationInvalid')
}
