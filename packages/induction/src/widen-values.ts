import { type Element, joined } from './text-elements.ts'
import type { WeighedToken } from './weighed-tokens.ts'

/** What a line of a text begins and ends with that all samples have, around what varies in it. */
export interface AroundValue {
  readonly before: readonly WeighedToken[]
  readonly after: readonly WeighedToken[]
}

/** Whether the value, with what stands around it, begins and ends its line. */
export interface LineEnds {
  readonly begins: boolean
  readonly ends: boolean
}

/** How many tokens before and behind a value belong to it. */
export interface Extent {
  readonly before: number
  readonly after: number
}

/** Tells how many of the tokens around the values of all samples are of one thing with them. */
export type ExtentOf = (values: readonly string[], around: AroundValue, isLine: LineEnds) => Extent

/** Nothing around a value belongs to it. */
export const noExtent: Extent = { before: 0, after: 0 }

const isNewLine = ({ text }: WeighedToken): boolean => text === '\n'

/** Takes fixed text into the values beside it, where all samples have a part of one thing by chance. */
export function widenValues(elements: readonly Element[], extentOf: ExtentOf): Element[] {
  const result: Element[] = []
  for (let at = 0; at < elements.length; at += 1) {
    const element = elements[at]!
    const ahead = result.at(-1)
    const behind = elements[at + 1]
    if (element.kind === 'constant' || element.isBreak === true || element.field !== undefined) {
      result.push(element)
      continue
    }
    const head = ahead?.kind === 'constant' && ahead.isBreak !== true ? ahead.tokens : []
    const tail = behind?.kind === 'constant' && behind.isBreak !== true ? behind.tokens : []
    const newLine = head.findLastIndex(isNewLine)
    const lineEnd = tail.findIndex(isNewLine)
    const before = head.slice(newLine + 1)
    const after = lineEnd === -1 ? tail : tail.slice(0, lineEnd)
    const taken = extentOf(
      element.values.filter((value) => value !== undefined),
      { before, after },
      {
        begins: newLine >= 0 || result.length === (head.length > 0 ? 1 : 0),
        ends: lineEnd >= 0 || at + (tail.length > 0 ? 2 : 1) === elements.length,
      },
    )
    if (taken.before + taken.after === 0) {
      result.push(element)
      continue
    }
    const rest = head.slice(0, head.length - taken.before)
    if (taken.before > 0)
      result.splice(-1, 1, ...(rest.length > 0 ? [{ kind: 'constant', tokens: rest } as const] : []))
    const parts: Element[] = [
      ...(taken.before > 0 ? [{ kind: 'constant', tokens: head.slice(-taken.before) } as const] : []),
      element,
      ...(taken.after > 0 ? [{ kind: 'constant', tokens: tail.slice(0, taken.after) } as const] : []),
    ]
    result.push(joined(parts))
    if (taken.after === 0) continue
    if (tail.length > taken.after) result.push({ kind: 'constant', tokens: tail.slice(taken.after) })
    at += 1
  }
  return result
}

/** How many tokens make a number of characters; `undefined` where it ends within one. */
export function tokensOf(tokens: readonly WeighedToken[], length: number): number | undefined {
  let [count, sum] = [0, 0]
  while (sum < length && count < tokens.length) sum += tokens[count++]!.text.length
  return sum === length ? count : undefined
}

/** How many tokens at the end make a number of characters. */
export const tokensBefore = (tokens: readonly WeighedToken[], length: number): number | undefined =>
  tokensOf(tokens.toReversed(), length)
