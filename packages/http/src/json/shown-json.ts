const maxShown = 120
/** Stands where a long text was cut. */
export const cutMark = '…'
const width = 110

/** JSON for people: what fits into a line stays in one, and long texts, such as whole documents, are cut. */
export const shownJson = (value: unknown): string => written(JSON.parse(JSON.stringify(value)) as unknown, '')

function written(value: unknown, indent: string): string {
  if (typeof value === 'string' && value.length > maxShown) return JSON.stringify(value.slice(0, maxShown) + cutMark)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(
    ([key, entry]) => `${isList ? '' : `${JSON.stringify(key)}: `}${written(entry, inner)}`,
  )
  const [open, close] = isList ? '[]' : '{}'
  const line = parts.join(', ')
  if (indent.length + line.length <= width && !line.includes('\n')) return `${open}${line}${close}`
  return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
}
