import { htmlRule, type Rule } from '../rule.ts'

/** Gmail cuts html after this many bytes and hides the rest, with any unsubscribe link in it. */
const clipped = 102_400
const nearlyClipped = 80_000
/** Bytes of a line that servers must take (RFC 5322, 2.1.1). */
const longestLine = 998
/** Bytes without a space that programs still show on one line. */
const longestWord = 200

/** What is too long: the html as readers get it, lines, links, tables in tables. */
export const size: Rule = (input) => {
  const { checked, html, isLongestAssumed, sizes, tell } = input
  const bytes = sizes.html
  if (html !== undefined) {
    const { field } = html.parsed
    const long = sizes.longestHtml ?? 0
    const [list] = html.parsed.tags.filter(
      ({ kind, body }) =>
        kind === 'open' && !/^(?:if|unless|with|equals|notEquals|greaterThan|lessThan|and|or)\s/.test(body),
    )
    if (bytes > clipped)
      tell('clipped_by_gmail', field, [0, 0], {
        message: `The html has ${bytes} bytes; Gmail cuts it after ${clipped}.`,
      })
    else if (long > clipped)
      tell('clipped_with_long_lists', field, [list?.start ?? 0, list?.end ?? 0], {
        message: `With long lists the html has ${long} bytes; Gmail cuts it after ${clipped}.`,
        ...(isLongestAssumed ? { severity: 'info' } : {}),
      })
    else if (bytes > nearlyClipped)
      tell('large_html', field, [0, 0], { message: `The html has ${bytes} bytes; Gmail cuts it after ${clipped}.` })
  }
  for (const { field } of checked.fields) {
    if (field.name === 'subject') continue
    const { source, lines } = field
    lines.forEach((start, index) => {
      const end = (lines[index + 1] ?? source.length + 1) - 1
      // Each character takes three bytes at most.
      if ((end - start) * 3 <= (field.name === 'text' ? longestWord : longestLine)) return
      const length = Buffer.byteLength(source.slice(start, end).replace(/\r$/, ''))
      if (length > longestLine)
        tell('long_line', field, [start, end], {
          message: `The line has ${length} bytes; servers must take 998 (RFC 5322, 2.1.1), so it is sent encoded.`,
        })
      else if (
        field.name === 'text' &&
        length > longestWord &&
        !/\s/.test(source.slice(start, end).trim().slice(0, longestWord)) &&
        !/^\s*(?:https?:|\{\{)/i.test(source.slice(start, end))
      )
        tell('long_text_line', field, [start, end])
    })
  }
}

/** Tables in tables that programs still lay out well. */
const deepest = 8
const mostLinks = 100

/** Tables in tables in tables. */
export const tableDepth = htmlRule(({ page }, tell) => {
  const depths: number[] = []
  page.elements.forEach(({ tag, parent }) => {
    const depth = (depths[parent] ?? 0) + (tag.name === 'table' ? 1 : 0)
    depths.push(depth)
    if (tag.name === 'table' && depth === deepest + 1) tell('deep_tables', tag)
  })
})

/** How many links there are. */
export const linkCount = htmlRule(({ starts }, tell) => {
  const links = starts.filter(({ name, attributes }) => name === 'a' && attributes.has('href'))
  const next = links[mostLinks]
  if (next !== undefined) tell('many_links', next, { message: `There are ${links.length} links.` })
})
