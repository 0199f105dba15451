import { filledAddress } from '@chancery/tags'
import { signs } from '../template/carried-tags.ts'

/** A filled address in which each value stands between two signs; `undefined` for one that runs code: see `filledAddress`. */
export const linkTarget = (text: string): string | undefined =>
  filledAddress(text.split(signs.value).map((piece, index) => ({ text: piece, isValue: index % 2 === 1 })))
