import { useCurrentUser } from '#web/api/current-user.ts'
import type { LastIntent } from '#web/lib/last-intent.ts'
import { type ToastContent, toast } from '#web/ui/overlays/toast.ts'
import { useFailureToast } from '#web/ui/overlays/use-failure-toast.ts'

/** `count` is of all users; subjects without a visible count leave it out. */
export type ToggleState = { isOn: boolean; count?: number | undefined }

/** What the current user turns on and off, such as the like of a post. `id` is the id of the record. */
export type ToggleSubject = {
  /** The changes that are being sent; while one is, other data of the server may be older. */
  intents: LastIntent<boolean, ToggleState>
  /** Returns the state that this page shows; undefined without a record. */
  read: (id: string) => ToggleState | undefined
  show: (id: string, state: ToggleState) => void
  send: (id: string, isOn: boolean) => Promise<ToggleState>
  /**
   * Loads the record again: after a failure, as an earlier request of the same run may have succeeded, and after changes of two
   * pages at the same time.
   */
  reload?: (id: string) => Promise<void>
}

type ToastTexts = Pick<ToastContent, 'title' | 'description'>

type Options = {
  /** What a visitor reads instead; without it only members get the control. */
  signedOut?: ToastTexts
  failed: ToastTexts | ((error: unknown) => ToastTexts)
  /** Called with the server's final state. */
  onSettled?: (state: ToggleState) => void
}

/** Returns a function that toggles optimistically; of fast repeated presses the last one is sent. */
export function useToggle(
  subject: ToggleSubject,
  id: string,
  { signedOut, failed, onSettled }: Options,
): () => void {
  const user = useCurrentUser()
  const showFailure = useFailureToast()
  return () => {
    const previous = subject.read(id)
    if (!previous) return
    if (!user && signedOut) return void toast({ variant: 'destructive', ...signedOut })
    const isOn = !previous.isOn
    subject.intents.submit(id, isOn, {
      previous,
      desired: { isOn, count: previous.count === undefined ? undefined : countAfter(isOn, previous.count) },
      show: (state) => subject.show(id, state),
      send: (value) => subject.send(id, value),
      onSettled,
      onReported: (reported, shown) => {
        if (reported.isOn !== shown.isOn) void reload(subject, id)
      },
      onFailed: (error) => {
        void reload(subject, id)
        showFailure(error, typeof failed === 'function' ? failed(error) : failed)
      },
    })
  }
}

/**
 * Shows a state that the server has sent to all pages of the user. While this page has a change in flight, it is not known
 * which of the two is newer, or whether it is the same: if they differ at the end, the record is loaded again.
 */
export function applyOwnChange(subject: ToggleSubject, id: string, state: ToggleState): void {
  if (!subject.intents.report(id, state)) subject.show(id, state)
}

/** Loads the record, and once more if it may be older than a change that was made meanwhile. */
async function reload({ intents, reload: load }: ToggleSubject, id: string): Promise<void> {
  if (!load) return
  let startedCount: number
  do {
    await intents.idle(id)
    startedCount = intents.startedCount
    await load(id)
  } while (startedCount !== intents.startedCount)
}

/** Returns a count after the current user has turned a toggle on or off. */
export function countAfter(isOn: boolean, count: number): number {
  return Math.max(0, count + (isOn ? 1 : -1))
}
