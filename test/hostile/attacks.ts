import type { Attack } from './attack.ts'
import { compoundAttacks } from './compound-attacks.ts'
import { imageAttacks } from './image-attacks.ts'
import { pdfAttacks } from './pdf-attacks.ts'
import { textAttacks } from './text-attacks.ts'
import { xmlAttacks } from './xml-attacks.ts'
import { zipAttacks } from './zip-attacks.ts'

/** Every attack document, each made only when it is asked for. */
export function* attacks(): Generator<Attack> {
  yield* zipAttacks()
  yield* xmlAttacks()
  yield* pdfAttacks()
  yield* imageAttacks()
  yield* textAttacks()
  yield* compoundAttacks()
}
