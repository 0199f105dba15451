import type { Context } from '../../context.ts'
import type { AnswerOf, InputOf, PortsOf } from '../../contract.ts'
import { invalidRequest } from '../../errors.ts'
import { twinsOfStored } from '../case-twins.ts'
import { movedAlone, movedKey } from '../moved-alone.ts'
import { moveStored, type WhileUnmoved } from '../moved-document.ts'
import { versionsLeftBehind } from '../versions-left-behind.ts'
import type { moveDocumentContract } from './contract.ts'

/** Moves a document within its store. */
export async function move(
  input: InputOf<typeof moveDocumentContract>,
  { stores, clock, claims }: PortsOf<typeof moveDocumentContract>,
  context: Context,
): Promise<AnswerOf<typeof moveDocumentContract>> {
  const { from, to } = input
  if (from === to) throw invalidRequest('/to', 'same_path', 'The document is at this path already.')
  const store = stores.get(input.provider)
  const alone: WhileUnmoved = (path, work) =>
    movedAlone(movedKey(context, store.id, path), { claims, clock }, context, work)
  const left = await versionsLeftBehind(store, from, '/from', context.signal)
  const move = () => moveStored(store, input, clock.now(), context, alone)
  const moved = await (input.dryRun ? move() : alone(from, move))
  const warnings = moved.created ? await twinsOfStored(store, moved.document.path, '/to', context.signal) : []
  return { data: { document: moved.document, from }, warnings: [...left, ...warnings] }
}
