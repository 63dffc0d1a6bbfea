import { Ban } from '#web/ui/icons/ban.tsx'
import { Flag } from '#web/ui/icons/flag.tsx'
import { Volume2 } from '#web/ui/icons/volume-2.tsx'
import { VolumeX } from '#web/ui/icons/volume-x.tsx'
import { useTranslations } from 'use-intl/react'
import { useCurrentUser } from '#web/api/current-user.ts'
import { Button } from '#web/ui/button.tsx'
import type { Reported } from './report-dialog.tsx'
import { useBlockDialog } from './use-block-dialog.tsx'
import { useHiding } from './use-hiding.ts'
import { useHidingState } from './use-hiding-state.ts'
import { useReportDialog } from './use-report-dialog.tsx'

type SafetyActionsProps = {
  /** The author or owner of the content, who does not get these buttons. */
  owner: { id: string; name: string }
  /** Read when the button is pressed. */
  getReported: () => Reported
}

/** The actions of `SafetyMenu` as buttons, for a sheet. Not for visitors. */
export function SafetyActions(props: SafetyActionsProps) {
  const user = useCurrentUser()
  return user && user.id !== props.owner.id ? <Actions {...props} /> : null
}

function Actions({ owner, getReported }: SafetyActionsProps) {
  const [tReport, t] = [useTranslations('report'), useTranslations('hiding')]
  const { report, dialog } = useReportDialog()
  const block = useBlockDialog()
  const { isBlocked, isMuted } = useHidingState(owner.id)
  const { mutate } = useHiding(owner)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => report(getReported())}>
        <Flag aria-hidden />
        {tReport('report')}
      </Button>
      <Button onClick={() => mutate({ kind: 'mute', isOn: !isMuted })}>
        {isMuted ? <Volume2 aria-hidden /> : <VolumeX aria-hidden />}
        {t(isMuted ? 'unmute' : 'mute')}
      </Button>
      <Button
        aria-haspopup={isBlocked ? undefined : 'dialog'}
        onClick={() => (isBlocked ? mutate({ kind: 'block', isOn: false }) : block.open(owner))}
      >
        <Ban aria-hidden />
        {t(isBlocked ? 'unblock' : 'block')}
      </Button>
      {dialog}
      {block.dialog}
    </>
  )
}
