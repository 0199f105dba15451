import { ChanceryError } from '../errors.ts'
import type { Ports } from '../ports/index.ts'

/** Has the ledger keep an outcome; where it cannot, a repetition is in doubt, and this caller knows better. */
export async function recordOutcome(
  id: string,
  outcome: Parameters<Ports['emailLedger']['settle']>[1],
  { emailLedger, logger }: Pick<Ports, 'emailLedger' | 'logger'>,
): Promise<void> {
  try {
    await emailLedger.settle(id, outcome)
  } catch (error) {
    const code = ChanceryError.is(error) ? error.code : 'internal'
    logger.log('error', 'email-not-settled', { messageId: id, code })
  }
}
