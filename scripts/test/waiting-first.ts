import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Tests of processes and of media, which wait more than they compute. */
const WAITING =
  /\/(scripts\/demo|src\/server\/(db\/embedded|features\/(live|recordings|whip-whep)|live-engine|startup))\//

/**
 * Starts the tests that mostly wait first, while the code checks still use the processors. Later, several of them at the
 * same time would leave the processors idle.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isWaiting = ({ moduleId }: TestSpecification) => WAITING.test(moduleId)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}
