import { Button } from '../ui/button.tsx'
export function KitPage() {
  return (
    <main>
      <Button variant="action" pendingText="Posting...">
        Share Your Story
      </Button>
    </main>
  )
}
