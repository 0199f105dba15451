import type { WeighedToken } from './weighed-tokens.ts'

/** Values that belong to one place of a text, by instance; `typed` ones were recognized by their form. */
export interface Varying {
  readonly kind: 'varying'
  readonly values: (string | undefined)[]
  readonly typed: boolean
  readonly field?: string
  /** In every instance the formatting changes where it begins. */
  readonly isBreak?: boolean
}
export interface Constant {
  readonly kind: 'constant'
  readonly tokens: readonly WeighedToken[]
  /** In every instance the formatting changes where it begins, or within it. */
  readonly isBreak?: boolean
}
export type Element = Varying | Constant

export const textOfTokens = (tokens: readonly WeighedToken[]): string => tokens.map(({ text }) => text).join('')

/** One value of several elements, of which at least one varies. */
export const joined = (parts: readonly Element[]): Varying => {
  const width = parts.find((part) => part.kind === 'varying')!.values.length
  const values = Array.from({ length: width }, (_, instance) => {
    let text = ''
    for (const part of parts) {
      if (part.kind === 'constant') text += textOfTokens(part.tokens)
      else if (part.values[instance] === undefined) return undefined
      else text += part.values[instance]
    }
    return text
  })
  return { kind: 'varying', values, typed: false, isBreak: parts[0]?.isBreak === true }
}

/** Whether it is a value that no form tells. */
export const isFree = (element: Element | undefined): element is Varying =>
  element?.kind === 'varying' && !element.typed

export const breaksLine = (element: Element): boolean =>
  element.kind === 'constant'
    ? element.tokens.some(({ text }) => text === '\n')
    : element.values.some((value) => value?.includes('\n') === true)
