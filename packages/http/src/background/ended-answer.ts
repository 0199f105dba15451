import { type BackgroundCall, ChanceryError, type StoredResponse } from '@chancery/core'
import { storedProblem } from '../answer/answered-operation.ts'
import type { BackgroundSettings } from './background-settings.ts'
import { createCallFiles } from './call-files.ts'

/** What a call that has ended is answered. */
export async function endedAnswer(
  { store }: Pick<BackgroundSettings, 'store'>,
  call: BackgroundCall,
  signal: AbortSignal,
): Promise<StoredResponse> {
  const { answeredBy, requestId } = call
  if (answeredBy === undefined) {
    return storedProblem(new ChanceryError('cancelled', 'The operation was cancelled.'), requestId)
  }
  try {
    return await createCallFiles(store).answer(call, answeredBy, signal)
  } catch (error) {
    if (ChanceryError.is(error) && error.code === 'work_lost') return storedProblem(error, requestId)
    throw error
  }
}
