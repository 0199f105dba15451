/** Words of a declaration's value: what stands in parentheses, or in others inside of these, is part of its word. */
export const cssWords = (value: string): readonly string[] =>
  value.match(/(?:[^\s(]|\((?:[^()]|\([^()]*\))*\)?)+/g) ?? []
