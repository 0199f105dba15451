import type { Attack } from './attack.ts'
import { compoundAttacks } from './compound-attacks.ts'
import { encryptionAttacks } from './encryption-attacks.ts'
import { imageAttacks, patternAttacks } from './image-attacks.ts'
import { mailAttacks } from './mail-attacks.ts'
import { markupAttacks } from './markup-attacks.ts'
import { officeAttacks } from './office-attacks.ts'
import { messageFileAttacks } from './message-file-attacks.ts'
import { pdfAttacks } from './pdf-attacks.ts'
import { pdfLayoutAttacks } from './pdf-layout-attacks.ts'
import { pdfStructureAttacks } from './pdf-structure-attacks.ts'
import { richTextAttacks } from './rich-text-attacks.ts'
import { textAttacks } from './text-attacks.ts'
import { xmlAttacks } from './xml-attacks.ts'
import { zipAttacks } from './zip-attacks.ts'

/** Every attack document, each made only when it is asked for. */
export function* attacks(): Generator<Attack> {
  yield* attacksAtOnce()
  yield* patternAttacks()
}

/**
 * Those of them that may be sent several at once. The rest is read by an engine that takes one picture after the other, so
 * that several wait for each other, which is no attack; it takes long to make, too.
 */
export function* attacksAtOnce(): Generator<Attack> {
  yield* zipAttacks()
  yield* xmlAttacks()
  yield* officeAttacks()
  yield* pdfAttacks()
  yield* pdfStructureAttacks()
  yield* pdfLayoutAttacks()
  yield* imageAttacks()
  yield* textAttacks()
  yield* markupAttacks()
  yield* mailAttacks()
  yield* richTextAttacks()
  yield* compoundAttacks()
  yield* encryptionAttacks()
  yield* messageFileAttacks()
}
