import { type Context, spaceOf } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { invalidRequest } from '../../errors.ts'
import { twinsOfStored } from '../case-twins.ts'
import { moveInTurn } from '../move-in-turn.ts'
import { moveStored } from '../moved-document.ts'
import type { moveDocumentContract } from './contract.ts'

/** Moves a document within its store. */
export async function move(
  input: InputOf<typeof moveDocumentContract>,
  { stores, clock }: PortsOf<typeof moveDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof moveDocumentContract>> {
  const { from, to } = input
  if (from === to) throw invalidRequest('/to', 'same_path', 'The document is at this path already.')
  const store = stores.get(input.provider)
  const document = JSON.stringify([spaceOf(context.principal), from])
  const moved = await moveInTurn(document, () => moveStored(store, input, clock.now(), context))
  const warnings = moved.created ? await twinsOfStored(store, moved.document.path, '/to', context.signal) : []
  return { data: { document: moved.document, from }, warnings }
}
